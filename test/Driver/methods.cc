// A scripted method of objects that hold something is compiled where it is called; a file may have some that nobody calls.
// RUN: %onnxc %s -o - --emit=text | FileCheck %s
// RUN: %onnxc --check %s
// RUN: not %onnxc %s --main=Gain.apply -o %t.onnx 2>&1 | FileCheck --check-prefix=MAIN %s
// CHECK-COUNT-1: apply
// CHECK-NOT: idle
// MAIN: onnxc: error: 'Gain.apply' is a method of objects that hold something: name a scripted function that calls it on one
#include <onnxc/opset20.h>
using onnxc::Tensor;
struct Gain {
  float factor = 1;
  [[onnx::script]] Tensor apply(Tensor x) const { return x * factor; }
  [[onnx::script]] Tensor idle(Tensor x) const { return x; }
};
[[onnx::script]] Tensor twice(Tensor x) { return Gain{2}.apply(x); }
