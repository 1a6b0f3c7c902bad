// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// INPUT: y float32[2] 3.0 4.0
// EXPECT: float32[2] 6.333333 9.333334
#include <onnxc/opset20.h>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor weighted(std::vector<Tensor> parts) {
  Tensor sum = 0;
  int64_t k = 1;
  for (Tensor part : parts) sum = sum + part * k++;
  return sum / parts.size();
}
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, FLOAT<"N"> y) { return weighted({x, y, x}) + weighted({y}); }
