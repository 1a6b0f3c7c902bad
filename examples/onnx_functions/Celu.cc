// The continuously differentiable exponential linear unit.
// Specification: operator Celu of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// max(0, x) + min(0, alpha * (exp(x / alpha) - 1))
[[onnx::script]] Tensor Celu(Tensor X, float alpha = 1.0f) {
  return op::Max({X, Tensor(0)}) + op::Min({alpha * (op::Exp(X / alpha) - 1), Tensor(0)});
}

} // namespace onnx_functions
