// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 4.0 7.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

struct Pair { Tensor a, b; };
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) {
  Pair p{x, x};
  Tensor &second = p.b;
  second = second * 2 + 1;
  auto &[a, b] = p;
  return a + b;
}
