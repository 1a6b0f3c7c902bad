// --check needs no scripted function: traced ones have diagnostics too.
// RUN: %onnxc --check %s -DGOOD 2>&1 | count 0
// RUN: not %onnxc --check %s 2>&1 | FileCheck %s
// CHECK: check-traced.cc:[[#@LINE+7]]:{{.*}} error: parameter 'x' is a reference that can be written through
#include <onnxc/opset20.h>
using onnxc::Tensor;

#ifdef GOOD
[[onnx::trace]] Tensor f(Tensor x) { return x + 1; }
#else
[[onnx::trace]] Tensor f(Tensor &x) { return x + 1; }
#endif
