// op::Loop: a number that it carries meets its type in the body; a float ends it where it is 0.
// MAIN: f
// INPUT: x float32[2] 1 2
// INPUT: n int32[1] 2
// EXPECT: float32[2] 2 4
// EXPECT: float32[2,2] 1 1 0.5 0.5
// INPUT: x float32[2] 1 2
// INPUT: n int32[1] 9
// EXPECT: float32[2] 4 8
// EXPECT: float32[4,2] 1 1 0.5 0.5 0.25 0.25 0.125 0.125
#include <onnxc/opset20.h>
#include <tuple>
namespace op = onnxc::opset20;
using namespace onnxc;

[[onnx::script]] std::tuple<Tensor, Tensor> f(FLOAT<"N"> x, INT32<1> n) {
  auto [sum, half, halves] = op::Loop<2, 1>(n, 1.5, {0, 1}, [&](Tensor i, Tensor go, Tensor s, Tensor h) {
    return std::tuple(op::Cast(i, {.to = DType::FLOAT}) - 3, s + x, h * 0.5, op::Expand(h * 1.0, op::Shape(x)));
  });
  return {sum, op::Cast(halves, {.to = DType::FLOAT})};
}
