// MAIN: f
// INPUT: x float32[5] -2.0 -0.5 0.0 0.5 3.0
// EXPECT: int64[5] -2 0 0 0 3
// EXPECT: bool[5] true true false true true
// EXPECT: float64[5] 0.0 0.0 0.0 1.0 1.0
#include <onnxc/opset20.h>
#include <tuple>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] std::tuple<INT64<"N">, BOOL<"N">, onnxc::DOUBLE<"N">> f(FLOAT<"N"> x) { return {x.to(onnxc::DType::INT64), onnxc::cast<bool>(x), onnxc::cast<double>(x > 0)}; }
