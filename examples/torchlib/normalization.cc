// Normalization, made of elementary operators: these take every float type, any rank, and each parameter on its own.
// Float16 is computed in float32.
#include "torchlib.h"

namespace torchlib {

/// Mean and biased variance over the dims, which stay with size 1. Over no dims, each element is its own mean.
static std::pair<Tensor, Tensor> momentsOver(const Tensor &x, const std::vector<int64_t> &dims) {
  if (dims.empty())
    return {x, x - x};
  Tensor mean = op::ReduceMean(x, dims);
  Tensor centred = x - mean;
  return {mean, op::ReduceMean(centred * centred, dims)};
}

static Tensor inverseDeviation(const Tensor &variance, float eps) { return 1 / op::Sqrt(widened(variance) + eps); }

static Tensor scaledAndShifted(Tensor x, const std::optional<Tensor> &weight, const std::optional<Tensor> &bias) {
  if (weight)
    x = x * widened(*weight);
  if (bias)
    x = x + widened(*bias);
  return x;
}

/// Values by channel, shaped to broadcast with inputs of this rank, whose channels are dim 1.
static Tensor byChannel(const Tensor &values, int64_t rank) {
  return rank > 2 ? op::Unsqueeze(values, dimsBetween(1, rank - 1)) : values;
}
static std::optional<Tensor> byChannel(const std::optional<Tensor> &values, int64_t rank) {
  return values ? std::optional(byChannel(*values, rank)) : std::nullopt;
}

[[onnx::trace]] std::tuple<Tensor, Tensor, Tensor> aten_native_layer_norm(Tensor input,
                                                                          std::vector<int64_t> normalized_shape,
                                                                          std::optional<Tensor> weight,
                                                                          std::optional<Tensor> bias, float eps) {
  DType type = input.dtype();
  Tensor x = widened(input);
  auto [mean, variance] = momentsOver(x, dimsBetween(-static_cast<int64_t>(normalized_shape.size()), 0));
  Tensor rstd = inverseDeviation(variance, eps);
  return {as(type, scaledAndShifted((x - mean) * rstd, weight, bias)), as(type, mean), as(type, rstd)};
}

[[onnx::trace]] Tensor aten_native_batch_norm_legit_no_training(Tensor input, std::optional<Tensor> weight,
                                                                std::optional<Tensor> bias, Tensor running_mean,
                                                                Tensor running_var, float momentum, float eps) {
  static_cast<void>(momentum); // of training, which updates the running statistics
  int64_t rank = input.rank();
  Tensor mean = widened(byChannel(running_mean, rank));
  Tensor rstd = inverseDeviation(byChannel(running_var, rank), eps);
  Tensor normalized = (widened(input) - mean) * rstd;
  return as(input.dtype(), scaledAndShifted(normalized, byChannel(weight, rank), byChannel(bias, rank)));
}

/// With running statistics, this is batch normalization.
[[onnx::trace]] Tensor aten_instance_norm(Tensor input, std::optional<Tensor> weight, std::optional<Tensor> bias,
                                          std::optional<Tensor> running_mean, std::optional<Tensor> running_var,
                                          bool use_input_stats, float momentum, float eps) {
  if (!use_input_stats)
    return aten_native_batch_norm_legit_no_training(input, weight, bias, running_mean.value(), running_var.value(),
                                                    momentum, eps);
  int64_t rank = input.rank();
  Tensor x = widened(input);
  auto [mean, variance] = momentsOver(x, dimsBetween(2, rank));
  Tensor normalized = (x - mean) * inverseDeviation(variance, eps);
  return as(input.dtype(), scaledAndShifted(normalized, byChannel(weight, rank), byChannel(bias, rank)));
}

} // namespace torchlib
