// The loss of a classifier that gives scores: Softmax, logarithm and negative log likelihood.
// Specification: operator SoftmaxCrossEntropyLoss of ai.onnx.
#include "loss.h"

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

struct Loss {
  Tensor output, log_prob;
};

/// `scores` has the shape (N, C, ...), `labels` (N, ...), `weights` (C); `reduction` is "none", "sum" or "mean".
[[onnx::script]] Loss SoftmaxCrossEntropyLoss(Tensor scores, Tensor labels, std::optional<Tensor> weights,
                                              int64_t ignore_index = noLabel, std::string reduction = "mean") {
  Tensor shifted = scores - op::ReduceMax(scores, {1});
  Tensor logProb = shifted - op::Log(op::ReduceSum(op::Exp(shifted), {1}));
  return {negativeLogLikelihood(logProb, labels, weights, ignore_index, reduction), logProb};
}

} // namespace onnx_functions
