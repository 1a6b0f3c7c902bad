// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 7.0 11.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

static void twice(Tensor &t, int times) { for (int i = 0; i < times; ++i) t = t * 2; }
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) {
  Tensor y = x;
  twice(y, 2);
  auto add = [&y](float k) { y += k; };
  add(1);
  add(2);
  return y;
}
