// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 9.0 20.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor scale(Tensor x, float k) { return x * k; }
[[onnx::script]] Tensor scale(Tensor x, Tensor k) { return x * k; }
[[onnx::script]] Tensor scale(Tensor x, int64_t k) { return x * k; }
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return scale(x, 3.0f) + scale(x, x) + scale(x, int64_t(5)); }
