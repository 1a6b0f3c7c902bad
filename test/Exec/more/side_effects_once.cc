// What stands on the left of an assignment, or before `?:`, is evaluated once.
// MAIN: f
// INPUT: x int64[2] 10 20
// INPUT: n int64[] 2
// EXPECT: int64[] 12
// EXPECT: int64[2] 516 526
// INPUT: x int64[2] -1 0
// INPUT: n int64[] 1
// EXPECT: int64[] -1
// EXPECT: int64[2] 505 506
#include <onnxc/opset20.h>
#include <array>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

[[onnx::script]] std::pair<INT64<scalar>, INT64<"N">> f(INT64<"N"> x, INT64<scalar> n) {
  int64_t c[3] = {1, 2, 3};
  int64_t k = 0;
  c[k++] += 5;
  c[k++] = 500;
  (++c[k]) *= 2;
  Tensor y = x + 1, m = n;
  Tensor first = (--m > 0 ? y : x).index({0}) + m;
  return {first, x + c[0] + c[1] + c[2] - 8 + k * 0 + (c[k] - 8) * 100 + (k - 2) * 1000};
}
