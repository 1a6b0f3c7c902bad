// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// INPUT: y float32[2] 3.0 4.0
// EXPECT: float32[6] 3.0 4.0 1.0 2.0 3.0 4.0
#include <onnxc/opset20.h>
#include <span>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor join(int64_t axis, std::span<const Tensor> parts) { return op::Concat(parts, {.axis = axis}); }
[[onnx::script]] FLOAT<"M"> f(FLOAT<"N"> x, FLOAT<"N"> y) {
  std::vector<Tensor> parts = {y, x, y};
  return join(0, parts);
}
