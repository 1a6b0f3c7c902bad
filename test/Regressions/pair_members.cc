// `first` and `second` of pairs.
// MAIN: f
// INPUT: a int64[] 3
// EXPECT: int64[] 297
// EXPECT: int64[] 4964
// INPUT: a int64[] 1
// EXPECT: int64[] 102
// EXPECT: int64[] 2322
#include <onnxc/opset20.h>
#include <tuple>
#include <utility>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

using I = INT64<scalar>;
static std::pair<Tensor, Tensor> both(const Tensor &a) { return {a, a * 2}; }
[[onnx::script]] std::pair<I, I> scripted(I a) { return std::make_pair(a + 1, a * 3); }
[[onnx::script]] std::tuple<I, I> f(I a) {
  auto p = both(a);
  auto q = scripted(a);
  std::pair<Tensor, Tensor> r;
  r.first = p.second;
  r.second = q.first;
  if (a > 2)
    p.second -= q.second;
  return {p.first * 100 + p.second, q.first * 1000 + q.second * 100 + r.first * 10 + r.second};
}
