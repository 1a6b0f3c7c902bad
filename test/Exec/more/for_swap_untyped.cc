// MAIN: f
// INPUT: x float32[2] 1 2
// INPUT: n int64[] 3
// EXPECT: float32[2] 2 4
// EXPECT: float32[2] 1 2
#include <onnxc/opset20.h>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64;
[[onnx::script]] std::pair<Tensor, Tensor> g(Tensor a, Tensor b, Tensor n) {
  for (Tensor i : onnxc::range(n)) { Tensor t = a; a = b; b = t; }
  return {a, b};
}
[[onnx::script]] std::pair<FLOAT<"N">, FLOAT<"N">> f(FLOAT<"N"> x, INT64<onnxc::scalar> n) { return g(x, x * 2, n); }
