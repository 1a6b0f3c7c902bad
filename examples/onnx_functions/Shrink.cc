// Moves values towards zero, and those near zero to zero.
// Specification: operator Shrink of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// x + bias for x < -lambd, x - bias for x > lambd, else 0
[[onnx::script]] Tensor Shrink(Tensor input, float bias = 0.0f, float lambd = 0.5f) {
  return op::Where(input < -lambd, input + bias, op::Where(input > lambd, input - bias, 0));
}

} // namespace onnx_functions
