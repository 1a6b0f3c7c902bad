// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// INPUT: y float32[2] 3.0 -1.0
// EXPECT: float32[2] -8.0 3.0
// EXPECT: float32[2] 6.0 -4.0
// EXPECT-NAMES: re im
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

struct Complex {
  Tensor re, im;
  Complex operator*(const Complex &o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
};
struct Result { Tensor re, im; };
[[onnx::script]] Result f(FLOAT<"N"> x, FLOAT<"N"> y) {
  Complex z{x, y};
  z = z * z;
  return {z.re, z.im};
}
