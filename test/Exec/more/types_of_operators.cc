// MAIN: f
// INPUT: a int32[2] 5 -7
// INPUT: b uint8[2] 6 3
// EXPECT: int32[2] -6 6
// EXPECT: uint8[2] 14 11
// EXPECT: uint8[2] 13 7
#include <onnxc/opset20.h>
#include <tuple>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] std::tuple<onnxc::INT32<"N">, onnxc::UINT8<"N">, onnxc::UINT8<"N">> f(onnxc::INT32<"N"> a, onnxc::UINT8<"N"> b) { return {~a, b | 8, (b << 1) ^ 1}; }
