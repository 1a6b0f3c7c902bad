// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 2.0 4.0
// EXPECT: float32[2] 3.0 6.0
#include <onnxc/opset20.h>
#include <array>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] std::array<Tensor, 2> f(FLOAT<"N"> x) { return {x * 2, x * 3}; }
