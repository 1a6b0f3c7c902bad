// MAIN: f
// INPUT: x float32[3,4] 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0
// INPUT: y float32[4] 1.0 2.0 3.0 4.0
// EXPECT: float32[3,4] 0.0 2.0 6.0 12.0 4.0 10.0 18.0 28.0 8.0 18.0 30.0 44.0
// INPUT: x float32[1,1] 1.0
// INPUT: y float32[1] 2.0
// EXPECT: float32[1,1] 2.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] FLOAT<"N", "M"> f(FLOAT<"N", "M"> x, FLOAT<"M"> y) { return x * y; }
