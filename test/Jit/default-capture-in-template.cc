// What `[&]` and `[=]` of a traced lambda capture in a template belongs to its key.
// RUN: %onnxc trace %s 'by_reference<2>' --input 'x=float[N]' -o - --emit=text | FileCheck %s
// RUN: %onnxc trace %s 'by_value<2>' --input 'x=float[N]' -o - --emit=text | FileCheck %s
// CHECK: .l<{{.*}}k=3,z.type=float>" (z, x) => (output)
// CHECK: Add (Mul, x)
#include <onnxc/opset20.h>
using onnxc::Tensor;
template <int64_t N> [[onnx::trace]] Tensor by_reference(const Tensor &x) {
  int64_t k = N + 1;
  auto l = [&] [[onnx::trace]] (Tensor z) { return z * k + x; };
  return l(x);
}
template <int64_t N> [[onnx::trace]] Tensor by_value(const Tensor &x) {
  int64_t k = N + 1;
  auto l = [=] [[onnx::trace]] (Tensor z) { return z * k + x; };
  return l(x);
}
