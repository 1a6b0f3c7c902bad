// MAIN: f
// FLAGS: -g
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 3.0 5.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) {
  Tensor y = x * 2;
  return y + 1;
}
