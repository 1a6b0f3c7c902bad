// Two variables of an untyped function get one value in a loop.
// MAIN: f
// INPUT: a int64[] 5
// INPUT: n int64[] 2
// EXPECT: int64[] 33
// INPUT: a int64[] 5
// INPUT: n int64[] 0
// EXPECT: int64[] 56
#include <onnxc/opset20.h>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

[[onnx::script]] Tensor untyped(Tensor a, Tensor b, Tensor n) {
  for (Tensor i : onnxc::range(n))
    b = --a;
  return a * 10 + b;
}
[[onnx::script]] INT64<scalar> f(INT64<scalar> a, INT64<scalar> n) { return untyped(a, a + 1, n); }
