// MAIN: f
// INPUT: x float32[2] -1.0 2.0
// EXPECT: float32[2] 3.0 12.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

static auto plus(auto x, auto k) { return x + k; }
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return plus(Tensor(x), 2) * plus(1, 2); }
