// An optional attribute that has a value by default: given, left to its default, absent; handed on without a question.
// MAIN: f
// INPUT: x float32[3] -1 0 1
// EXPECT: float32[3] 1 2 3
// EXPECT: float32[3] 6 7 8
// EXPECT: float32[3] -1.5 -0.5 0.5
// EXPECT: float32[3] -2 0 1
// EXPECT: float32[3] -0.01 0 1
// EXPECT: float32[3] -3 0 1
#include <onnxc/opset20.h>
#include <optional>
#include <tuple>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT;

using N = FLOAT<"N">;
[[onnx::script]] Tensor plus(Tensor x, std::optional<float> s = 2.0f) { return x + (s ? *s : -0.5f); }
[[onnx::script]] N leaky(N x, std::optional<float> slope = 2.0f) { return op::LeakyRelu(x, {.alpha = slope}); }
[[onnx::script]] std::tuple<N, N, N, N, N, N> f(N x, std::optional<float> s = 7.0f) {
  return {plus(x), plus(x, s), plus(x, std::nullopt), leaky(x), leaky(x, std::nullopt), leaky(x, 3.0f)};
}
