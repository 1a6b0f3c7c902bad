// MAIN: f
// INPUT: x float32[2] 1.0 5.0
// EXPECT: float32[2] 2.0 10.0
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 1.0 2.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) {
  bool big = bool(op::ReduceMax(x, {}, {.keepdims = 0}) > 3);
  if (big) x = x * 2;
  return x;
}
