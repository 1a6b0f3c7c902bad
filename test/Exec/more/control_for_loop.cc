// for_loop: numbers take the type that they meet, no trip leaves the states as they are.
// MAIN: f
// INPUT: x float32[3] 1 2 3
// INPUT: n int64[] 4
// EXPECT: float32[3] 6 12 18
// EXPECT: float32[3] 1 16 81
// EXPECT: float32[3] 0.0625 0.125 0.1875
// INPUT: x float32[1] 2
// INPUT: n int64[] 0
// EXPECT: float32[] 0
// EXPECT: float32[] 1
// EXPECT: float32[1] 2
// INPUT: x float32[0]
// INPUT: n int64[] 1
// EXPECT: float32[0]
// EXPECT: float32[0]
// EXPECT: float32[0]
#include <onnxc/opset20.h>
#include <onnxc/trace.h>
#include <tuple>
using namespace onnxc;

[[onnx::script]] std::tuple<Tensor, Tensor, Tensor> f(FLOAT<"N"> x, INT64<scalar> n) {
  auto [sum, power] = for_loop(n, [&](Tensor i, Tensor s, Tensor p) { return std::tuple(s + i * x, p * x); }, 0, 1.f);
  Tensor half = for_loop(n, [&](Tensor, Tensor h) { return h * 0.5; }, 1);
  return {sum, power, x * half};
}
