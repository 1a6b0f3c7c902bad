// A window of two cosines.
// Specification: operator BlackmanWindow of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Tensor;

namespace onnx_functions {

/// 0.42 - 0.5 cos(2 pi k / period) + 0.08 cos(4 pi k / period), where period is size (periodic) or size - 1 (symmetric)
[[onnx::script]] Tensor BlackmanWindow(Tensor size, DType output_datatype = DType::FLOAT, bool periodic = true) {
  Tensor length = onnxc::cast<float>(size);
  Tensor period = periodic ? length : length - 1;
  Tensor angle = op::Range(0, length, 1) * 6.28318530717958648f / period;
  return op::Cast(0.42f - 0.5f * op::Cos(angle) + 0.08f * op::Cos(2 * angle), {.to = output_datatype});
}

} // namespace onnx_functions
