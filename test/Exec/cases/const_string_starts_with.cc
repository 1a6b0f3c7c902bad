// MAIN: f
// INPUT: x float32[2] 1.0 -2.0
// EXPECT: float32[2] 11.0 8.0
// EXPECT-NODES: If=0
#include <onnxc/opset20.h>
#include <string_view>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT;

/// "same_upper" -> 1, "valid" -> 2; what does not start so counts as nothing.
constexpr int weight(std::string_view mode) { return mode.starts_with("same") ? 1 : mode.starts_with('v') ? 2 : 0; }

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) {
  std::string_view mode = "same_upper";
  Tensor y = x;
  if (mode.starts_with("same")) y = y + 1;
  if (mode.ends_with("upper")) y = y + 2;
  if (mode.ends_with('r')) y = y + 3;
  if (mode.starts_with("same_upper_left") || mode.starts_with('x') || mode.ends_with("lower")) y = y * 0;
  if (mode.starts_with("")) y = y + 4;
  return y + (weight(mode) - 1 + weight("other")) * 100;
}
