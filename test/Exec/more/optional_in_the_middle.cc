// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// INPUT: y float32[2] 10.0 20.0
// EXPECT: float32[2] 110.0 220.0
#include <onnxc/opset20.h>
#include <optional>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor pick(Tensor x, std::optional<Tensor> a, std::optional<Tensor> b) {
  if (a && b) return x + *a + *b;
  if (a) return x + *a;
  if (!b) return x;
  return x * 100 + *b;
}
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, FLOAT<"N"> y) { return pick(x, {}, y); }
