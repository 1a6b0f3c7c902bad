// The rectified linear unit.
// Specification: operator Relu of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// max(0, x)
[[onnx::script]] Tensor Relu(Tensor X) {
  return op::Max({X, Tensor(0)});
}

} // namespace onnx_functions
