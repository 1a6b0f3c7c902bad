// MAIN: f
// INPUT: x float32[0,3]
// EXPECT: float32[3] 0.0 0.0 0.0
// EXPECT: int64[] 0
// INPUT: x float32[1,3] 1.0 1.0 1.0
// EXPECT: float32[3] 1.0 1.0 1.0
// EXPECT: int64[] 1
#include <onnxc/opset20.h>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] std::pair<FLOAT<3>, INT64<onnxc::scalar>> f(FLOAT<"N", 3> x) {
  Tensor sum = onnxc::tensor<float>({0, 0, 0}), count = 0;
  for (int64_t i = 0; i < x.dim(0); ++i) { sum = sum + x[i]; ++count; }
  return {sum, count};
}
