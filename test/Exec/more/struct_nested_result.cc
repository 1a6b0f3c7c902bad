// MAIN: f
// INPUT: x float32[2] 1.0 -2.0
// EXPECT: float32[2] 2.0 -4.0
// EXPECT: float32[2] 1.0 4.0
// EXPECT: float32[2] 3.0 -6.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

struct Inner { Tensor twice, square; };
struct Outer { Inner inner; Tensor thrice; };
[[onnx::script]] Outer f(FLOAT<"N"> x) { return {{x * 2, x * x}, x * 3}; }
