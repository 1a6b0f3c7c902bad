// Attention whose scores and probabilities pass through the user's own functions.
// Specification: operator FlexAttention of ai.onnx.preview. A function's attributes cannot be graphs, so that each pair of modifiers makes
// a function of its own.
#include "heads.h"
#include <limits>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Tensor;

namespace onnx_functions {

/// All tensors have the shape (N, heads, length, size); softmax has the precision `type`. A scale of 0 stands for 1 / sqrt(size).
template <class ScoreModifier, class ProbabilityModifier>
static Tensor flexAttention(Tensor Q, Tensor K, Tensor V, float scale, DType type, ScoreModifier onScores,
                            ProbabilityModifier onProbabilities) {
  Tensor factor = scale == 0 ? 1 / op::Sqrt(onnxc::cast<float>(Q.shape()[3])) : scale;
  Tensor keyColumns = op::Transpose(repeatHeads(K, Q.dim(1)), {.perm = {0, 1, 3, 2}});
  Tensor scores = op::Cast(op::MatMul(Q, keyColumns) * op::CastLike(factor, Q), {.to = type});
  Tensor probabilities = onProbabilities(op::Softmax(onScores(scores)));
  return op::MatMul(op::CastLike(probabilities, Q), repeatHeads(V, Q.dim(1)));
}

/// How far each query lies behind each key; both count from 0.
static Tensor distance(Tensor scores) {
  Tensor rows = op::Range(0, scores.dim(2), 1), columns = op::Range(0, scores.dim(3), 1);
  return op::Unsqueeze(rows, {1}) - columns;
}

constexpr auto same = [](Tensor x) { return x; };

[[onnx::script]] Tensor FlexAttention(Tensor Q, Tensor K, Tensor V, float scale = 0, DType softmax_precision = DType::FLOAT) {
  return flexAttention(Q, K, V, scale, softmax_precision, same, same);
}

/// The operator on doubles, whose softmax has double precision unless told otherwise.
[[onnx::script]] Tensor FlexAttentionDouble(Tensor Q, Tensor K, Tensor V, float scale = 0) {
  return flexAttention(Q, K, V, scale, DType::DOUBLE, same, same);
}

[[onnx::script]] Tensor FlexAttentionBias(Tensor Q, Tensor K, Tensor V, float bias = 0.5f) {
  return flexAttention(Q, K, V, 0, DType::FLOAT, [&](Tensor scores) { return scores + bias; }, same);
}

[[onnx::script]] Tensor FlexAttentionScaledProbabilities(Tensor Q, Tensor K, Tensor V, float factor = 0.5f) {
  return flexAttention(Q, K, V, 0, DType::FLOAT, same, [&](Tensor probabilities) { return probabilities * factor; });
}

[[onnx::script]] Tensor FlexAttentionCausal(Tensor Q, Tensor K, Tensor V) {
  constexpr float forbidden = -std::numeric_limits<float>::infinity();
  auto causal = [&](Tensor scores) { return op::Where(distance(scores) >= 0, scores, forbidden); };
  return flexAttention(Q, K, V, 0, DType::FLOAT, causal, same);
}

[[onnx::script]] Tensor FlexAttentionSoftCap(Tensor Q, Tensor K, Tensor V, float cap = 20) {
  return flexAttention(Q, K, V, 0, DType::FLOAT, [&](Tensor scores) { return op::Tanh(scores / cap) * cap; }, same);
}

[[onnx::script]] Tensor FlexAttentionRelative(Tensor Q, Tensor K, Tensor V) {
  auto relative = [&](Tensor scores) { return scores + onnxc::cast<float>(distance(scores)); };
  return flexAttention(Q, K, V, 0, DType::FLOAT, relative, same);
}

} // namespace onnx_functions
