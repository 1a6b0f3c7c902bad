// Normalises groups of channels, then scales and shifts each channel.
// Specification: operator GroupNormalization of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Tensor;

namespace onnx_functions {

/// X has the shape (N, C, ...), scale and bias have C elements; the statistics have the precision `stash_type`.
[[onnx::script]] Tensor GroupNormalization(Tensor X, Tensor scale, Tensor bias, int64_t num_groups, float epsilon = 1e-5f,
                                           DType stash_type = DType::FLOAT) {
  Tensor groups = op::Reshape(op::Cast(X, {.to = stash_type}), {0, num_groups, -1});
  Tensor deviation = groups - op::ReduceMean(groups, {2});
  Tensor variance = op::ReduceMean(deviation * deviation, {2});
  Tensor normal = op::CastLike(deviation / op::Sqrt(variance + epsilon), X);
  Tensor channels = op::Reshape(normal, {0, X.dim(1), -1});
  return op::Reshape(channels * op::Unsqueeze(scale, {1}) + op::Unsqueeze(bias, {1}), X.shape());
}

} // namespace onnx_functions
