// Moves the values of the last axes to mean 0 and variance 1, then scales and shifts them.
// Specification: operator LayerNormalization of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>
#include <optional>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Tensor;

namespace onnx_functions {

struct Normalized {
  Tensor Y, Mean, InvStdDev;
};

/// The statistics, over the axes from `axis` on, are computed in the precision `stash_type`.
[[onnx::script]] Normalized LayerNormalization(Tensor X, Tensor Scale, std::optional<Tensor> B, int64_t axis = -1,
                                               float epsilon = 1e-5f, DType stash_type = DType::FLOAT) {
  int64_t first = axis < 0 ? axis : axis - X.rank();
  Tensor axes = op::Range(first, 0, 1);
  Tensor x = op::Cast(X, {.to = stash_type});
  Tensor mean = op::ReduceMean(x, axes);
  Tensor deviation = x - mean;
  Tensor inverse = 1 / op::Sqrt(op::ReduceMean(deviation * deviation, axes) + epsilon);
  Tensor y = op::CastLike(deviation * inverse, X) * Scale;
  if (B) y = y + *B;
  return {y, mean, inverse};
}

} // namespace onnx_functions
