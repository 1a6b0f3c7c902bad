// RUN: rm -f %t.onnx
// RUN: not %onnxc %s -o %t.onnx 2>&1 | FileCheck %s
// RUN: %onnxc %s -o %t.onnx || test $? -eq 1
// RUN: test ! -e %t.onnx
// RUN: not %onnxc --check %s 2>&1 | FileCheck %s
// CHECK: onnxc: error: {{.*}}no-annotations.cc: no function is annotated with {{\[\[onnx::script\]\]}}
int f(int x) { return x + 1; }
