// MAIN: f
// INPUT: x float32[2] 1 2
// INPUT: c bool[] true
// EXPECT: float32[2] 12 23
// INPUT: x float32[2] 1 2
// INPUT: c bool[] false
// EXPECT: float32[2] 9 18
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::BOOL, onnxc::scalar;
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, BOOL<scalar> c) {
  Tensor y = x;
  Tensor r = op::If(c, [&] { y = x + 1; return x * 10; }, [&] { return x * 8; });
  return r + y;
}
