// std::fmin and std::fmax give the other argument where one is NaN.
// MAIN: f
// INPUT: x float64[] nan
// EXPECT: float64[] 21
// INPUT: x float64[] 2
// EXPECT: float64[] 14
#include <cmath>
#include <onnxc/opset20.h>
using onnxc::Tensor, onnxc::DOUBLE, onnxc::scalar;

[[onnx::script]] DOUBLE<scalar> f(DOUBLE<scalar> x, double one = 1) {
  double y = one * 10, z = one;
  if (x != x)
    z = std::sqrt(-one); // NaN
  return Tensor(std::fmin(y, z) + std::fmax(z, y) + std::fmin(z, one) + (z == z ? 2 : 0));
}
