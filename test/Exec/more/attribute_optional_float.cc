// MAIN: f
// INPUT: x float32[5] -2.0 -0.5 0.0 0.5 3.0
// EXPECT: float32[5] -1.02 -0.255 0.0 1.0 6.0
#include <onnxc/opset20.h>
#include <optional>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor leaky(Tensor x, std::optional<float> alpha = {}) { return op::LeakyRelu(x, {.alpha = alpha}); }
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return leaky(x) + leaky(x, 0.5f); }
