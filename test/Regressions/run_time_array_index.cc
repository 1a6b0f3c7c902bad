// C++ arrays are indexed by run-time numbers, read and written; constant ones are looked up in a tensor.
// MAIN: f
// ATTR: mode=2
// INPUT: a int64[] 3
// INPUT: n int64[] 3
// EXPECT: int64[] 4
// EXPECT: int64[] 109
// EXPECT: int64[] 50
// EXPECT: int64[] 7018
// INPUT: a int64[] 1
// INPUT: n int64[] 0
// EXPECT: int64[] 2
// EXPECT: int64[] 105
// EXPECT: int64[] 5
// EXPECT: int64[] 5006
#include <array>
#include <onnxc/opset20.h>
#include <tuple>
#include <vector>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

using I = INT64<scalar>;
constexpr int64_t TABLE[4] = {3, 1, 4, 2};

[[onnx::script]] std::tuple<I, I, I, I> f(I a, I n, int64_t mode = 1) {
  Tensor c[3] = {a, a + 1, a + 2};
  for (Tensor k : onnxc::range(n))
    c[mode % 3] = c[mode % 3] * 2 + k;
  Tensor &r = c[mode - 1];
  c[0] += 1, c[1] += 2;
  r += 100;
  std::array<Tensor, 3> scaled = {a, a, a};
  for (int64_t i = 0; i < 3; ++i)
    scaled[i] = scaled[i] * i + c[i];
  std::vector<Tensor> v{a, n};
  v[mode & 1] += TABLE[mode];
  for (int64_t i = 0; i < mode; ++i)
    v[1] = v[1] * 2 + TABLE[i + 1];
  return {scaled[0], scaled[1], scaled[2], v[0] * 1000 + v[1]};
}
