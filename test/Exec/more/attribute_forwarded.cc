// MAIN: f
// INPUT: x float32[5] -2.0 -0.5 0.0 0.5 3.0
// EXPECT: float32[5] -1.5 -0.375 0.0 1.0 6.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor inner(Tensor x, float slope) { return op::LeakyRelu(x, {.alpha = slope}); }
[[onnx::script]] Tensor outer(Tensor x, float slope = 0.25f) { return inner(x, slope); }
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return outer(x) + outer(x, 0.5f); }
