// The sigmoid-weighted linear unit.
// Specification: operator Swish of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// x * sigmoid(alpha * x)
[[onnx::script]] Tensor Swish(Tensor X, float alpha = 1.0f) {
  return X * op::Sigmoid(alpha * X);
}

} // namespace onnx_functions
