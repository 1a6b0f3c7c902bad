// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 16.0 32.0
#include <onnxc/opset20.h>
#include <array>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) {
  std::array<Tensor, 3> last = {x, x, x * 2};
  for (int64_t i = 0; i < 3; ++i) {
    Tensor next = last[1] + last[2];
    last = {last[1], last[2], next};
  }
  return last[0] + last[1] + last[2];
}
