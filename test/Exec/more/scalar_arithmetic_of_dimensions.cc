// MAIN: f
// INPUT: x float32[7] 1.0 2.0 3.0 4.0 5.0 6.0 7.0
// EXPECT: int64[] 309
// EXPECT: float64[] 3.5
// INPUT: x float32[2] 1.0 2.0
// EXPECT: int64[] 117
// EXPECT: float64[] 1.0
#include <onnxc/opset20.h>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] std::pair<INT64<onnxc::scalar>, onnxc::DOUBLE<onnxc::scalar>> f(FLOAT<"N"> x) {
  int64_t n = x.dim(0);
  double half = n * 0.5;
  return {n / 2 * 100 + n % 3 * 10 + -7 / n, half};
}
