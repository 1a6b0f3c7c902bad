// The main function's optional attributes: one left to its default, one made absent, one without a default.
// MAIN: f
// ATTR: absent=none
// INPUT: x float32[2] 0 1
// EXPECT: float32[2] 2 3
// EXPECT: float32[2] -1 0
// EXPECT: float32[2] -3 -2
#include <onnxc/opset20.h>
#include <optional>
#include <tuple>
using onnxc::FLOAT;

using N = FLOAT<"N">;
constexpr std::optional<float> two = 2.0f, nothing;
[[onnx::script]] std::tuple<N, N, N> f(N x, std::optional<float> set = two, std::optional<float> absent = 5.0f,
                                       std::optional<float> unset = nothing) {
  return {x + (set ? *set : -1), x + (absent ? *absent : -1), x + (unset ? *unset : -3)};
}
