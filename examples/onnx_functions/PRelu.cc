// A rectifier whose slope for negative values is an input.
// Specification: operator PRelu of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// slope * x for x < 0, x for x >= 0; `slope` broadcasts to x
[[onnx::script]] Tensor PRelu(Tensor X, Tensor slope) {
  return op::Where(X < 0, slope * X, X);
}

} // namespace onnx_functions
