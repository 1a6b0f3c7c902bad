// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// INPUT: y float32[2] 10.0 20.0
// EXPECT: float32[2] 21.0 42.0
// EXPECT: float32[2] 0.0 1.0
// EXPECT: float32[2] 30.0 60.0
#include <onnxc/opset20.h>
#include <optional>
#include <tuple>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor add(Tensor x, std::optional<Tensor> y) {
  if (y.has_value()) return x + *y * 2;
  return x - 1;
}
[[onnx::script]] Tensor scale(Tensor x, std::optional<Tensor> y) {
  Tensor k = 1;
  if (y) k = op::ReduceSum(y.value(), {}, {.keepdims = 0});
  return x * k;
}
[[onnx::script]] std::tuple<FLOAT<"N">, FLOAT<"N">, FLOAT<"N">> f(FLOAT<"N"> x, FLOAT<"N"> y) { return {add(x, y), add(x, {}), scale(scale(x, y), std::nullopt)}; }
