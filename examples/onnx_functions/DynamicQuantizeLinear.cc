// Quantises floats to 8 bits with a scale and a zero point that fit the values.
// Specification: operator DynamicQuantizeLinear of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::FLOAT, onnxc::Tensor;

namespace onnx_functions {

struct Quantized {
  Tensor y, y_scale, y_zero_point;
};

/// The range of the values, stretched so that 0 is in it, becomes [0, 255].
[[onnx::script]] Quantized DynamicQuantizeLinear(FLOAT<> x) {
  Tensor low = op::Min({op::ReduceMin(x, {}, {.keepdims = 0}), Tensor(0)});
  Tensor high = op::Max({op::ReduceMax(x, {}, {.keepdims = 0}), Tensor(0)});
  Tensor scale = (high - low) / 255;
  Tensor zeroPoint = onnxc::cast<uint8_t>(op::Round(op::Clip(-low / scale, 0, 255)));
  return {op::QuantizeLinear(x, scale, zeroPoint), scale, zeroPoint};
}

} // namespace onnx_functions
