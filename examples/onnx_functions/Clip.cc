// Limits values to an interval; either bound may be missing.
// Specification: operator Clip of ai.onnx.
#include <onnxc/opset20.h>
#include <optional>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// min(max, max(x, min)): with min > max, everything becomes max
[[onnx::script]] Tensor Clip(Tensor input, std::optional<Tensor> min, std::optional<Tensor> max) {
  Tensor result = input;
  if (min) result = op::Where(result < *min, *min, result);
  if (max) result = op::Where(result > *max, *max, result);
  return result;
}

} // namespace onnx_functions
