// A loop that grows a vector is unrolled.
// MAIN: f
// INPUT: x float32[2] 1 2
// EXPECT: float32[8] 1 2 2 4 3 6 4 8
// INPUT: x float32[0]
// EXPECT: float32[0]
#include <onnxc/opset20.h>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT;

[[onnx::script]] FLOAT<"M"> f(FLOAT<"N"> x) {
  std::vector<Tensor> parts;
  for (int64_t i = 1; i <= 4; ++i) parts.push_back(x * i);
  return op::Concat(parts, {.axis = 0});
}
