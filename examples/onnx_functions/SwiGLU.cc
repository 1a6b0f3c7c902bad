// A gate that passes through Swish times a linear value.
// Specification: operator SwiGLU of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// swish(a) * b
[[onnx::script]] Tensor SwiGLU(Tensor A, Tensor B, float alpha = 1.0f) {
  Tensor gate = A * op::Sigmoid(alpha * A);
  return gate * B;
}

} // namespace onnx_functions
