// Swish with a sigmoid made of straight lines.
// Specification: operator HardSwish of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// x * max(0, min(1, x / 6 + 0.5))
[[onnx::script]] Tensor HardSwish(Tensor X) {
  return X * op::Clip(X / 6 + 0.5f, 0, 1);
}

} // namespace onnx_functions
