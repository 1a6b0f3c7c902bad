// The exponential linear unit.
// Specification: operator Elu of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// alpha * (exp(x) - 1) for x < 0, x for x >= 0
[[onnx::script]] Tensor Elu(Tensor X, float alpha = 1.0f) {
  return op::Where(X < 0, alpha * (op::Exp(X) - 1), X);
}

} // namespace onnx_functions
