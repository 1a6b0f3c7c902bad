// RUN: not %onnxc %s -o %t.none/out.onnx 2>&1 | FileCheck %s
// RUN: %onnxc %s -o %t.none/out.onnx || test $? -eq 2
// CHECK: onnxc: error: cannot write '{{.*}}.none/out.onnx': there is no folder '{{.*}}.none'
#include <onnxc/opset20.h>
[[onnx::script]] onnxc::Tensor f(onnxc::Tensor x) { return x + 1; }
