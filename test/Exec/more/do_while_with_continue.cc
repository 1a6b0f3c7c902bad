// MAIN: f
// INPUT: n int64[] 7
// EXPECT: int64[] 16
// INPUT: n int64[] 0
// EXPECT: int64[] 1
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] INT64<onnxc::scalar> f(INT64<onnxc::scalar> n) {
  Tensor sum = 0, i = 0;
  do {
    ++i;
    if (i % 2 == 0) continue;
    sum += i;
  } while (i < n);
  return sum;
}
