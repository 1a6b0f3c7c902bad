// MAIN: f
// INPUT: x float32[3,4] 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0
// INPUT: v float32[] 6.0
// EXPECT: int64[] 1
// EXPECT: int64[] 2
// INPUT: x float32[3,4] 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0
// INPUT: v float32[] 50.0
// EXPECT: int64[] -1
// EXPECT: int64[] -1
#include <onnxc/opset20.h>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] std::pair<INT64<onnxc::scalar>, INT64<onnxc::scalar>> f(FLOAT<3, 4> x, FLOAT<onnxc::scalar> v) {
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 4; ++j)
      if (x.index({i, j}) == v) return {i, j};
  return {-1, -1};
}
