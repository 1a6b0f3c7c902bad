// A C++ `int` that becomes a tensor and never meets an element type is int64, whether its value is known or not.
// MAIN: f
// INPUT: a int64[] 7
// EXPECT: int64[] 15
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

[[onnx::script]] INT64<scalar> magnitude(int64_t mode = -8) {
  int n = mode % 19;
  Tensor i = n;
  return op::Abs(i);
}
[[onnx::script]] INT64<scalar> f(INT64<scalar> a) { return a + magnitude(); }
