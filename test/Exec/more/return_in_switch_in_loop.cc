// MAIN: f
// INPUT: n int64[] 4
// EXPECT: int64[] 12
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor walk(Tensor n, int64_t mode) {
  Tensor sum = 0;
  for (Tensor i : onnxc::range(n)) {
    switch (mode) {
      case 0: sum += i; continue;
      case 1: if (i == 2) return sum * 10; sum += 1; break;
      default: return -1;
    }
    sum += 0;
  }
  return sum;
}
[[onnx::script]] INT64<onnxc::scalar> f(INT64<onnxc::scalar> n) { return walk(n, 0) + walk(n, 1) - 13 + walk(n, 7); }
