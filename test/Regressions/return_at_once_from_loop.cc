// A loop whose body always leaves it may also run zero times.
// MAIN: f
// ATTR: level=0
// INPUT: a int64[] 4
// INPUT: n int64[] 0
// EXPECT: int64[] 9
// EXPECT: int64[] 7
// EXPECT: int64[] 3
// INPUT: a int64[] 4
// INPUT: n int64[] 2
// EXPECT: int64[] 9
// EXPECT: int64[] 40
// EXPECT: int64[] 5
#include <onnxc/opset20.h>
#include <tuple>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

static Tensor byAttribute(const Tensor &a, int64_t level) {
  for (int64_t i = 0; i < level; ++i)
    return a;
  return a + 5;
}
static Tensor byTensor(const Tensor &a, const Tensor &n) {
  for (Tensor i : onnxc::range(n))
    if (a > i)
      return a * 10;
    else
      return a;
  return a + 3;
}

[[onnx::script]] std::tuple<INT64<scalar>, INT64<scalar>, INT64<scalar>> f(INT64<scalar> a, INT64<scalar> n,
                                                                           int64_t level = 1) {
  Tensor set = 3;
  for (Tensor i = 0; i < n; i += 1) {
    set = a + 1;
    break;
  }
  return {byAttribute(a, level), byTensor(a, n), set};
}
