// MAIN: f
// INPUT: x float32[1,1,2,2] 1.0 2.0 3.0 4.0
// EXPECT: float32[1,1,3,3] 1.0 2.0 2.0 1.0 2.0 2.0 3.0 4.0 4.0
#include <onnxc/opset20.h>
#include <string>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor pad(Tensor x, std::string mode) { return op::Pad(x, {0, 0, 1, 0, 0, 0, 0, 1}, {}, {}, {.mode = mode}); }
[[onnx::script]] FLOAT<1, 1, 3, 3> f(FLOAT<1, 1, 2, 2> x) { return pad(x, "edge"); }
