// RUN: rm -f %t.onnx
// RUN: not %onnxc %s -o %t.onnx 2>&1 | FileCheck %s
// RUN: %onnxc %s -o %t.onnx || test $? -eq 1
// RUN: test ! -e %t.onnx
// CHECK: syntax-error.cc:[[@LINE+2]]:{{[0-9]+}}: error: expected
#include <onnxc/opset20.h>
[[onnx::script]] onnxc::Tensor f(onnxc::Tensor x) { return x + ; }
