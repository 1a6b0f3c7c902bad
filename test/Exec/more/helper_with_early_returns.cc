// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 2.0 3.0
// INPUT: x float32[2] 30.0 2.0
// EXPECT: float32[2] 0.0 0.0
// INPUT: x float32[2] 6.0 2.0
// EXPECT: float32[2] 5.0 1.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

static Tensor limit(Tensor x) {
  Tensor top = op::ReduceMax(x, {}, {.keepdims = 0});
  if (top > 20) return x * 0;
  if (top > 5) return x - 1;
  return x + 1;
}
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return limit(x); }
