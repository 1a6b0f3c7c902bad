// A tuple's parts are made where the first return is; they must not be taken for locals that die at the second.
// MAIN: f
// INPUT: a int64[] 5
// INPUT: b int64[] -7
// INPUT: x float32[] 1.5
// EXPECT: int64[] 8
// EXPECT: float32[] 4.5
// INPUT: a int64[] 1
// INPUT: b int64[] 2
// INPUT: x float32[] 8.0
// EXPECT: int64[] 7
// EXPECT: float32[] 8.0
// INPUT: a int64[] 3
// INPUT: b int64[] 2
// INPUT: x float32[] 8.0
// EXPECT: int64[] 11
// EXPECT: float32[] 24.0
#include <onnxc/opset20.h>
#include <tuple>
using onnxc::Tensor, onnxc::INT64, onnxc::FLOAT;

[[onnx::script]] std::tuple<INT64<onnxc::scalar>, FLOAT<onnxc::scalar>> f(INT64<onnxc::scalar> a, INT64<onnxc::scalar> b, FLOAT<onnxc::scalar> x) {
  if (x > 1) {
    if (a < b) {
      return {a + b * 3, x};
    }
  }
  return {b + a * 3, x * 3};
}
