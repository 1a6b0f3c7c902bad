// A number decides as in C++: what is not 0 is true, fractions and NaN too.
// MAIN: f
// INPUT: x float32[2] 1 -2
// INPUT: c float32[] 0
// EXPECT: float32[2] -1 2
// INPUT: x float32[2] 1 -2
// INPUT: c float32[] -0.0
// EXPECT: float32[2] -1 2
// INPUT: x float32[2] 1 -2
// INPUT: c float32[] 0.5
// EXPECT: float32[2] 1 -2
// INPUT: x float32[2] 1 -2
// INPUT: c float32[] nan
// EXPECT: float32[2] 1 -2
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using namespace onnxc;

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, FLOAT<scalar> c) { return op::If(c, [&] { return x; }, [&] { return -x; }); }
