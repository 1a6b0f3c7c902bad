// A raised cosine on a pedestal.
// Specification: operator HammingWindow of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Tensor;

namespace onnx_functions {

/// 25/46 - 21/46 cos(2 pi k / period), where period is size (periodic) or size - 1 (symmetric)
[[onnx::script]] Tensor HammingWindow(Tensor size, DType output_datatype = DType::FLOAT, bool periodic = true) {
  Tensor length = onnxc::cast<float>(size);
  Tensor period = periodic ? length : length - 1;
  Tensor angle = op::Range(0, length, 1) * 6.28318530717958648f / period;
  return op::Cast(25.0f / 46 - 21.0f / 46 * op::Cos(angle), {.to = output_datatype});
}

} // namespace onnx_functions
