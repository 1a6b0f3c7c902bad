// MAIN: f
// INPUT: x float32[3,4] 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0
// EXPECT: float32[3] 4.0 12.0 20.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::Slice;

[[onnx::script]] Tensor every(Tensor x, int64_t step = 2) {
  Tensor sum = x.index({Slice(), 0}) * 0;
  for (int64_t i = step - 1; i < x.dim(1); i += step) sum = sum + x.index({Slice(), i});
  return sum;
}
[[onnx::script]] FLOAT<3> f(FLOAT<3, 4> x) { return every(x); }
