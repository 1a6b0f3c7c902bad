// A rectifier with a threshold.
// Specification: operator ThresholdedRelu of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// x for x > alpha, else 0
[[onnx::script]] Tensor ThresholdedRelu(Tensor X, float alpha = 1.0f) {
  return op::Where(X > alpha, X, 0);
}

} // namespace onnx_functions
