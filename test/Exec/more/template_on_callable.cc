// MAIN: f
// INPUT: x float32[2] -1.0 2.0
// EXPECT: float32[2] 0.4446677 1620.1774
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

template <class G> static Tensor twice(Tensor x, G g) { return g(g(x)); }
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return twice(x, [](Tensor t) { return op::Exp(t); }) + twice(x, [](auto t) { return -t; }); }
