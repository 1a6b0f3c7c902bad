// The scaled exponential linear unit.
// Specification: operator Selu of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// gamma * (alpha * exp(x) - alpha) for x <= 0, gamma * x for x > 0
[[onnx::script]] Tensor Selu(Tensor X, float alpha = 1.67326319217681884765625f, float gamma = 1.05070102214813232421875f) {
  return gamma * op::Where(X <= 0, alpha * (op::Exp(X) - 1), X);
}

} // namespace onnx_functions
