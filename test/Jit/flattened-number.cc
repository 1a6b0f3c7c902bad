// A number that is an argument of a flattened function has the type that it has in a call.
// RUN: %onnxc trace %s outer --input 'x=double[N]' -o - --emit=text | FileCheck %s
// RUN: %onnxc trace %s inlines --input 'x=double[N]' -o - --emit=text | FileCheck %s
// RUN: %onnxc trace %s outer --input 'x=double[N]' -o - --emit=text --inline | FileCheck %s
// CHECK-DAG: double {0.5}
// CHECK-DAG: Neg (x)
#include <onnxc/opset20.h>
#include <onnxc/trace.h>
using onnxc::Tensor, onnxc::TensorOf, onnxc::Real;
[[onnx::trace]] Tensor inner(TensorOf<Real> x, TensorOf<Real> y) {
  return y.dtype() == onnxc::DType::DOUBLE ? -x + y : x + y;
}
[[onnx::trace]] Tensor outer(Tensor x) { return inner(x, 0.5f); }
[[onnx::trace]] Tensor inlines(Tensor x) { return onnxc::inlined(inner)(x, 0.5f); }
