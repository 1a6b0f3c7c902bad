// MAIN: f
// INPUT: p.scale float32[2] 2.0 3.0
// INPUT: p.shift float32[2] 10.0 20.0
// INPUT: x float32[2] 1.0 -1.0
// EXPECT: float32[2] 12.0 17.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

struct Affine { FLOAT<"N"> scale, shift; };
[[onnx::script]] FLOAT<"N"> f(Affine p, FLOAT<"N"> x) { return x * p.scale + p.shift; }
