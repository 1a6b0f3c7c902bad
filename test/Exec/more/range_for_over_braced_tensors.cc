// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// INPUT: y float32[2] 3.0 4.0
// EXPECT: float32[2] 14.0 22.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, FLOAT<"N"> y) {
  Tensor sum = x * 0;
  for (Tensor t : {Tensor(x), Tensor(y), x + y}) sum = sum * 2 + t;
  return sum;
}
