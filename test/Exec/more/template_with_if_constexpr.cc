// MAIN: f
// INPUT: x float32[2] -1.0 2.0
// EXPECT: float32[2] 11.0 24.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

enum class Kind { absolute, square };
template <Kind kind> [[onnx::script]] Tensor apply(Tensor x) {
  if constexpr (kind == Kind::absolute) return op::Abs(x);
  else return x * x;
}
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return apply<Kind::absolute>(x) * 10 + apply<Kind::square>(x); }
