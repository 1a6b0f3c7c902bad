// while_loop: the condition is a number here, and is asked before the first iteration.
// MAIN: f
// INPUT: n int64[] 27
// EXPECT: int64[] 111
// EXPECT: float32[] 9232
// INPUT: n int64[] 1
// EXPECT: int64[] 0
// EXPECT: float32[] 1
#include <onnxc/opset20.h>
#include <onnxc/trace.h>
#include <tuple>
namespace op = onnxc::opset20;
using namespace onnxc;

[[onnx::script]] std::tuple<INT64<scalar>, FLOAT<scalar>> f(INT64<scalar> n) {
  auto [last, steps, most] = while_loop(
      [](Tensor k, Tensor, Tensor) { return k - 1; },
      [](Tensor k, Tensor steps, Tensor most) {
        Tensor next = cond(k % 2, [&] { return k * 3 + 1; }, [&] { return k / 2; });
        return std::tuple(next, steps + 1, op::Max({most, next}));
      },
      n, 0, n);
  return {steps, op::Cast(most, {.to = DType::FLOAT})};
}
