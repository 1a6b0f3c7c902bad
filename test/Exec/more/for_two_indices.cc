// MAIN: f
// INPUT: n int64[] 5
// EXPECT: int64[] 42
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] INT64<onnxc::scalar> f(INT64<onnxc::scalar> n) {
  Tensor sum = 0;
  for (Tensor i = 0, j = n; i < j; ++i, --j) sum += i * 10 + j;
  return sum;
}
