// The loss of a classifier that gives log probabilities.
// Specification: operator NegativeLogLikelihoodLoss of ai.onnx.
#include "loss.h"

using onnxc::Tensor;

namespace onnx_functions {

/// `input` has the shape (N, C, ...), `target` (N, ...), `weight` (C); `reduction` is "none", "sum" or "mean".
[[onnx::script]] Tensor NegativeLogLikelihoodLoss(Tensor input, Tensor target, std::optional<Tensor> weight,
                                                  int64_t ignore_index = noLabel, std::string reduction = "mean") {
  return negativeLogLikelihood(input, target, weight, ignore_index, reduction);
}

} // namespace onnx_functions
