// A tuple that is returned from a loop is no C++ container that the loop resizes.
// MAIN: f
// INPUT: a int64[] 5
// INPUT: n int64[] 6
// EXPECT: int64[] 11
// EXPECT: int64[] 3
// INPUT: a int64[] 2
// INPUT: n int64[] 3
// EXPECT: int64[] 5
// EXPECT: int64[] 100
// INPUT: a int64[] 2
// INPUT: n int64[] 0
// EXPECT: int64[] 2
// EXPECT: int64[] 100
#include <onnxc/opset20.h>
#include <tuple>
using onnxc::Tensor, onnxc::INT64;

[[onnx::script]] std::tuple<INT64<onnxc::scalar>, INT64<onnxc::scalar>> f(INT64<onnxc::scalar> a, INT64<onnxc::scalar> n) {
  for (Tensor i = 0; i < n; i += 1) {
    a = a + i;
    if (a > 10) return {a, i};
  }
  return {a, 100};
}
