// A rectifier that lets a part of negative values through.
// Specification: operator LeakyRelu of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// alpha * x for x < 0, x for x >= 0
[[onnx::script]] Tensor LeakyRelu(Tensor X, float alpha = 0.01f) {
  return op::Where(X < 0, alpha * X, X);
}

} // namespace onnx_functions
