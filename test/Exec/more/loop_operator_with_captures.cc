// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// INPUT: n int64[] 3
// EXPECT: float32[2] 8.0 16.0
// EXPECT: float32[3,2] 2.0 4.0 4.0 8.0 8.0 16.0
#include <onnxc/opset20.h>
#include <tuple>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] std::pair<FLOAT<"N">, FLOAT<"K", "N">> f(FLOAT<"N"> x, INT64<onnxc::scalar> n) {
  Tensor two = op::CastLike(2, x);
  auto [last, all] = op::Loop<1, 1>(n, {}, {x}, [&](Tensor, Tensor condition, Tensor state) {
    Tensor next = state * two;
    return std::tuple{condition, next, next};
  });
  return {last, all};
}
