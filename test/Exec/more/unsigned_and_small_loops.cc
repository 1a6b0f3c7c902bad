// MAIN: f
// INPUT: n int32[] 3
// EXPECT: int32[] 3
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] onnxc::INT32<onnxc::scalar> f(onnxc::INT32<onnxc::scalar> n) {
  Tensor sum = onnxc::cast<int32_t>(0);
  for (Tensor i = onnxc::cast<int32_t>(0); i < n; ++i) sum += i;
  return sum;
}
