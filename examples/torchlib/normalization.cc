// Normalization, made of elementary operators: these take every float type, any rank, and each parameter on its own.
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

static Tensor inverseDeviation(const Tensor &variance, float eps) { return 1 / op::Sqrt(variance + eps); }

static Tensor scaledAndShifted(Tensor x, const std::optional<Tensor> &weight, const std::optional<Tensor> &bias) {
  if (weight)
    x = x * *weight;
  if (bias)
    x = x + *bias;
  return x;
}

/// Values by channel, shaped to broadcast with inputs of this rank, whose channels are dim 1.
static Tensor byChannel(const Tensor &values, int64_t rank) {
  return rank > 2 ? op::Unsqueeze(values, dimsBetween(1, rank - 1)) : values;
}
static std::optional<Tensor> byChannel(const std::optional<Tensor> &values, int64_t rank) {
  return values ? std::optional(byChannel(*values, rank)) : std::nullopt;
}

[[onnx::trace]] std::tuple<Tensor, Tensor, Tensor>
aten_native_layer_norm(Tensor input, std::vector<int64_t> normalized_shape, std::optional<Tensor> weight,
                       std::optional<Tensor> bias, float eps) {
  auto [mean, variance] = momentsOver(input, dimsBetween(-static_cast<int64_t>(normalized_shape.size()), 0));
  Tensor rstd = inverseDeviation(variance, eps);
  return {scaledAndShifted((input - mean) * rstd, weight, bias), mean, rstd};
}

[[onnx::trace]] Tensor aten_native_batch_norm_legit_no_training(Tensor input, std::optional<Tensor> weight,
                                                                std::optional<Tensor> bias, Tensor running_mean,
                                                                Tensor running_var, float momentum, float eps) {
  int64_t rank = input.rank();
  Tensor mean = byChannel(running_mean, rank), rstd = inverseDeviation(byChannel(running_var, rank), eps);
  return scaledAndShifted((input - mean) * rstd, byChannel(weight, rank), byChannel(bias, rank));
}

/// With running statistics, this is batch normalization.
[[onnx::trace]] Tensor aten_instance_norm(Tensor input, std::optional<Tensor> weight, std::optional<Tensor> bias,
                                          std::optional<Tensor> running_mean, std::optional<Tensor> running_var,
                                          bool use_input_stats, float momentum, float eps) {
  if (!use_input_stats)
    return aten_native_batch_norm_legit_no_training(input, weight, bias, running_mean.value(), running_var.value(),
                                                    momentum, eps);
  int64_t rank = input.rank();
  auto [mean, variance] = momentsOver(input, dimsBetween(2, rank));
  return scaledAndShifted((input - mean) * inverseDeviation(variance, eps), byChannel(weight, rank),
                          byChannel(bias, rank));
}

} // namespace torchlib
