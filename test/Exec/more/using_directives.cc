// MAIN: f
// INPUT: x float32[5] -2.0 -0.5 0.0 0.5 3.0
// EXPECT: float32[5] 1.0 1.0 1.0 1.5 4.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

using namespace onnxc;
using namespace onnxc::opset20;
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return Relu(x) + 1; }
