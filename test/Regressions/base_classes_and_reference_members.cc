// Methods and members of base classes; structs that hold references.
// MAIN: f
// INPUT: a int64[] 3
// INPUT: b int64[] 4
// EXPECT: int64[] 75
// EXPECT: int64[] 32
// EXPECT: int64[] 4
// INPUT: a int64[] 9
// INPUT: b int64[] 2
// EXPECT: int64[] 103
// EXPECT: int64[] 24
// EXPECT: int64[] 2
#include <onnxc/opset20.h>
#include <tuple>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

struct Base {
  Tensor p;
  Tensor get() const { return p; }
  void add(const Tensor &x) { p += x; }
};
struct Derived : Base {
  Tensor q;
  Derived(const Tensor &x, const Tensor &y) : Base{x}, q(y) { q += 1; }
  Tensor both() const { return get() * 10 + q; }
};
struct Step {
  Tensor &to;
  const Tensor &by;
  void go() { to = to * 2 + by; }
};
static Tensor ofBase(const Base &base) { return base.p; }

[[onnx::script]] std::tuple<INT64<scalar>, INT64<scalar>, INT64<scalar>> f(INT64<scalar> a, INT64<scalar> b) {
  Derived d(a, b);
  d.add(b);
  Base sliced = d;
  sliced.p = 0;
  if (a > 5)
    d.p -= 1;
  Tensor x = a, y = b;
  Step step{x, y};
  step.go();
  if (a < b)
    step.go();
  else
    step.to += y;
  return {d.both() + sliced.p, x + ofBase(d) - d.get() + (a < b ? 8 : 2), y};
}
