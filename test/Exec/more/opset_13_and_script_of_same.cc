// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[1] 6.0
#include <onnxc/opset13.h>
namespace op = onnxc::opset13;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor total(Tensor x) { return op::ReduceSum(x); }
[[onnx::script]] FLOAT<1> f(FLOAT<"N"> x) { return op::Abs(total(x)) * 2; }
