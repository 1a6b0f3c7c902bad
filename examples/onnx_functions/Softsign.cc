// A sigmoid without exponentials.
// Specification: operator Softsign of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// x / (1 + |x|)
[[onnx::script]] Tensor Softsign(Tensor input) {
  return input / (1 + op::Abs(input));
}

} // namespace onnx_functions
