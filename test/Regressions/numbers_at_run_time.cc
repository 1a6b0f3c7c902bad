// The C library's functions and shifts on C++ numbers that are known at run time only.
// MAIN: f
// ATTR: m=-9
// INPUT: a int64[] 3
// INPUT: x float32[] 1.5
// EXPECT: int64[] -470
// EXPECT: int64[] -5135
// EXPECT: float32[] -3.25
// INPUT: a int64[] -3
// INPUT: x float32[] 0.5
// EXPECT: int64[] -476
// EXPECT: int64[] -5136
// EXPECT: float32[] -4.25
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <onnxc/opset20.h>
#include <tuple>
using onnxc::Tensor, onnxc::INT64, onnxc::FLOAT, onnxc::scalar;

using I = INT64<scalar>;
using F = FLOAT<scalar>;
[[onnx::script]] std::tuple<I, I, F> f(I a, F x, int64_t m = -9) {
  int small = static_cast<int>(m);
  int64_t k = std::clamp<int64_t>(m, -5, 4) * 100 + std::abs(m) + std::min<int64_t>(m, 7) * std::max(m, int64_t(-2));
  int64_t shifted = (m >> 1) * 1000 + (m << 2) + (small >> 2) * 10 + (small << 3);
  double q = m / 4.0;
  return {a + k, std::max<Tensor>(a, 2) + shifted,
          x + std::abs(q) + std::fmod(q, 2.0) + std::sqrt(q * q) * std::floor(q)};
}
