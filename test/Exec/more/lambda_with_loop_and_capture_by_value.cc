// MAIN: f
// INPUT: n int64[] 4
// EXPECT: int64[] 1016
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] INT64<onnxc::scalar> f(INT64<onnxc::scalar> n) {
  Tensor base = 1000;
  auto total = [base](Tensor n) {
    Tensor sum = base;
    for (Tensor i : onnxc::range(n)) sum += i;
    return sum;
  };
  base = 10;
  return total(n) + base;
}
