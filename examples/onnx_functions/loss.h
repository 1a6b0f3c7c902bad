// The weighted sum, mean or list of log likelihoods that the two loss operators share.
#pragma once
#include <onnxc/opset20.h>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace onnx_functions {

/// A label that no sample has: the operators' `ignore_index` has no default.
constexpr int64_t noLabel = std::numeric_limits<int64_t>::min();

/// -logProb[n][labels[n][...]][...] * weight[label]; samples with the label `ignored` count nothing.
inline onnxc::Tensor negativeLogLikelihood(onnxc::Tensor logProb, onnxc::Tensor labels, std::optional<onnxc::Tensor> weight,
                                           int64_t ignored, std::string reduction) {
  namespace op = onnxc::opset20;
  using onnxc::Tensor;
  Tensor label = onnxc::cast<int64_t>(labels);
  Tensor counts = label != ignored;
  Tensor index = op::Where(counts, label, 0);
  Tensor factor = op::CastLike(counts, logProb);
  if (weight) factor = factor * op::Gather(*weight, index);
  Tensor picked = op::Squeeze(op::GatherElements(logProb, op::Unsqueeze(index, {1}), {.axis = 1}), {1});
  Tensor loss = -picked * factor;
  if (reduction == "none") return loss;
  Tensor sum = op::ReduceSum(loss, {}, {.keepdims = 0});
  if (reduction == "sum") return sum;
  return sum / op::ReduceSum(factor, {}, {.keepdims = 0});
}

} // namespace onnx_functions
