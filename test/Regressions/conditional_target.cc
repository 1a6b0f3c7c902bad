// `c ? a : b` is a variable: it can be written, and a reference to it follows that variable.
// MAIN: f
// INPUT: a int64[] 3
// INPUT: b int64[] 10
// EXPECT: int64[] 17
// EXPECT: int64[] 10
// EXPECT: int64[] 103
// EXPECT: int64[] 13711
// INPUT: a int64[] 20
// INPUT: b int64[] 4
// EXPECT: int64[] 21
// EXPECT: int64[] 17
// EXPECT: int64[] 17
// EXPECT: int64[] 22275
// INPUT: a int64[] 5
// INPUT: b int64[] 5
// EXPECT: int64[] 12
// EXPECT: int64[] 9
// EXPECT: int64[] 9
// EXPECT: int64[] 5791
#include <onnxc/opset20.h>
#include <tuple>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

using I = INT64<scalar>;
struct Pair {
  Tensor one, two;
};
static Tensor &lesser(Tensor &a, Tensor &b) {
  if (a < b)
    return a;
  return b;
}
static Tensor seen(const Tensor &r, Tensor &changed) {
  changed += 100;
  return r;
}

[[onnx::script]] std::tuple<I, I, I, I> f(I a, I b) {
  Tensor x = a, y = b;
  Tensor &r = a < b ? x : y;
  x = x + 1;
  r += 5;
  lesser(x, y) *= 2;
  (b > 5 ? x : y)--;
  Tensor kept = a;
  Tensor aliased = seen(a < b ? kept : y, kept);
  Pair p{a, a + 1}, q{b, b + 1};
  Pair &s = a < b ? p : q;
  s.one = s.two * 3;
  s.two += p.one;
  return {x, y, aliased, p.one * 1000 + p.two * 100 + q.one * 10 + q.two};
}
