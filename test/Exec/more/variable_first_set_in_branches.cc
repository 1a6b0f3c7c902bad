// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 3.0 6.0
// INPUT: x float32[2] 10.0 20.0
// EXPECT: float32[2] 9.0 19.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) {
  Tensor y, k;
  if (op::ReduceSum(x, {}, {.keepdims = 0}) < 10) { y = x; k = 3; } else { y = x - 1; k = 1; }
  return y * k;
}
