// A smooth rectifier.
// Specification: operator Softplus of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// ln(exp(x) + 1)
[[onnx::script]] Tensor Softplus(Tensor X) {
  return op::Max({X, Tensor(0)}) + op::Log(1 + op::Exp(-op::Abs(X))); // does not overflow for large x
}

} // namespace onnx_functions
