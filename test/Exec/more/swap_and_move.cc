// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// INPUT: y float32[2] 3.0 4.0
// EXPECT: float32[2] 31.0 42.0
#include <onnxc/opset20.h>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, FLOAT<"N"> y) {
  Tensor a = x, b = y;
  std::swap(a, b);
  Tensor c = std::move(a);
  return c * 10 + b;
}
