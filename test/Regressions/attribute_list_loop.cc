// A range-for over an attribute.
// MAIN: f
// ATTR: list=4,-1,2
// INPUT: a int64[] 3
// EXPECT: int64[] 22
// EXPECT: int64[] 2
// INPUT: a int64[] 30
// EXPECT: int64[] 64
// EXPECT: int64[] 4
#include <onnxc/opset20.h>
#include <tuple>
#include <vector>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

using I = INT64<scalar>;
[[onnx::script]] std::tuple<I, I> f(I a, std::vector<int64_t> list = {4, -1, 2}) {
  Tensor sum = a;
  int64_t last = 100;
  for (int64_t k : list) {
    if (k < 0)
      continue;
    sum = sum * 2 + k;
    last = k;
    if (sum > 50)
      break;
  }
  return {sum, last};
}
