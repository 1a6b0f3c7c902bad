// The condition of a loop that is unrolled is evaluated once for each iteration.
// MAIN: f
// INPUT: a int64[] 3
// INPUT: b int64[] 5
// EXPECT: int64[] 21
// EXPECT: int64[] 12
#include <onnxc/opset20.h>
#include <tuple>
#include <vector>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

[[onnx::script]] std::tuple<INT64<scalar>, INT64<scalar>> f(INT64<scalar> a, INT64<scalar> b) {
  Tensor c[3] = {a, b, 2};
  Tensor horner = 0;
  for (int64_t i = 3; i-- > 0;)
    horner = horner * 2 + c[i];
  std::vector<Tensor> grown;
  int64_t n = 3;
  while (n-- > 0)
    grown.push_back(a * n);
  Tensor sum = static_cast<int64_t>(grown.size());
  for (const Tensor &t : grown)
    sum += t;
  return {horner, sum};
}
