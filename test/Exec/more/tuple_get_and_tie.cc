// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 312.0 644.0
#include <onnxc/opset20.h>
#include <tuple>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

static std::tuple<Tensor, Tensor> both(Tensor x) { return {x * 2, x * x}; }
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) {
  Tensor a, b;
  std::tie(a, b) = both(x);
  auto t = std::make_tuple(x * 3, x);
  return a + b * 10 + std::get<0>(t) * 100;
}
