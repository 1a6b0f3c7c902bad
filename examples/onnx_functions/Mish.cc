// A self-regularised activation: x * tanh(softplus(x)).
// Specification: operator Mish of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// x * tanh(ln(1 + exp(x)))
[[onnx::script]] Tensor Mish(Tensor X) {
  Tensor softplus = op::Max({X, Tensor(0)}) + op::Log(1 + op::Exp(-op::Abs(X))); // does not overflow for large x
  return X * op::Tanh(softplus);
}

} // namespace onnx_functions
