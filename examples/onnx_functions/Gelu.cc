// The Gaussian error linear unit, exact or approximated with tanh.
// Specification: operator Gelu of ai.onnx.
#include <onnxc/opset20.h>
#include <string>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// x * P(normal <= x); `approximate` is "none" or "tanh"
[[onnx::script]] Tensor Gelu(Tensor X, std::string approximate = "none") {
  if (approximate == "tanh") return 0.5f * X * (1 + op::Tanh(0.79788456080286536f * (X + 0.044715f * X * X * X))); // sqrt(2 / pi)
  return 0.5f * X * (1 + op::Erf(X * 0.70710678118654752f));                                                        // 1 / sqrt(2)
}

} // namespace onnx_functions
