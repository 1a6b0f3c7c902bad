// A sigmoid made of three straight lines.
// Specification: operator HardSigmoid of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// max(0, min(1, alpha * x + beta))
[[onnx::script]] Tensor HardSigmoid(Tensor X, float alpha = 0.2f, float beta = 0.5f) {
  return op::Clip(alpha * X + beta, 0, 1);
}

} // namespace onnx_functions
