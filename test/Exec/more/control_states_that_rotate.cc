// What is known of a state's shape reaches the others one iteration later.
// MAIN: f
// INPUT: x float32[2] 1 2
// INPUT: n int64[] 0
// EXPECT: float32[2] 1 2
// EXPECT: float32[1,2] 1 2
// EXPECT: float32[3,1] 0 0 0
// EXPECT: float32[] 7
// INPUT: x float32[2] 1 2
// INPUT: n int64[] 3
// EXPECT: float32[] 7
// EXPECT: float32[2] 1 2
// EXPECT: float32[1,2] 1 2
// EXPECT: float32[3,1] 0 0 0
#include <onnxc/opset20.h>
#include <onnxc/trace.h>
#include <tuple>
namespace op = onnxc::opset20;
using namespace onnxc;

[[onnx::script]] std::tuple<Tensor, Tensor, Tensor, Tensor> f(FLOAT<"N"> x, INT64<scalar> n) {
  auto [a, b, c, d] = for_loop(n, [](Tensor, Tensor a, Tensor b, Tensor c, Tensor d) { return std::tuple(b, c, d, a); }, x,
                               op::Unsqueeze(x, 0), tensor({{0.f}, {0.f}, {0.f}}), 7);
  return {a, b, c, d};
}
