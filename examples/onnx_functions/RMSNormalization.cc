// Scales the values of the last axes to the root mean square 1.
// Specification: operator RMSNormalization of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Tensor;

namespace onnx_functions {

/// x / sqrt(mean(x * x) + epsilon) * scale; the mean, over the axes from `axis` on, has the precision `stash_type`
[[onnx::script]] Tensor RMSNormalization(Tensor X, Tensor scale, int64_t axis = -1, float epsilon = 1e-5f,
                                         DType stash_type = DType::FLOAT) {
  int64_t first = axis < 0 ? axis : axis - X.rank();
  Tensor x = op::Cast(X, {.to = stash_type});
  Tensor rms = op::Sqrt(op::ReduceMean(x * x, op::Range(first, 0, 1)) + epsilon);
  return op::CastLike(x / rms, scale) * scale;
}

} // namespace onnx_functions
