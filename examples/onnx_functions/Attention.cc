// Scaled dot product attention with masks, windows, grouped heads and a cache of keys and values.
// Specification: operator Attention of ai.onnx.
#include "heads.h"
#include <limits>
#include <optional>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Tensor;

namespace onnx_functions {

constexpr float minusInfinity = -std::numeric_limits<float>::infinity();

struct Attended {
  Tensor Y, present_key, present_value, qk_matmul_output;
};

/// What a mask adds to the scores: a mask of bools forbids where it is false, a mask of numbers is the bias itself.
static Tensor biasOf(Tensor mask, Tensor like) {
  Tensor holdsBools = onnxc::cast<float>(op::CastLike(2, mask)) == 1; // the number 2 becomes true, which is 1
  Tensor forbidding = op::Where(onnxc::cast<bool>(mask), 0, op::CastLike(minusInfinity, like));
  return op::Where(holdsBools, forbidding, op::CastLike(mask, like));
}

/// The operator with its parameters in C++'s order; `softmax` computes the probabilities from the scores.
template <class Softmax>
static Attended attend(Tensor Q, Tensor K, Tensor V, std::optional<Tensor> mask, std::optional<Tensor> pastKey,
                       std::optional<Tensor> pastValue, std::optional<Tensor> validKeys, bool causal, int64_t queryHeads,
                       int64_t keyHeads, int64_t left, int64_t right, float scale, float softcap, int64_t exposedStage,
                       Softmax softmax) {
  bool packed = Q.rank() == 3;
  if (packed) {
    Q = splitHeads(Q, queryHeads);
    K = splitHeads(K, keyHeads);
    V = splitHeads(V, keyHeads);
  }
  Tensor offset = 0; // the position of the first query among the keys
  if (pastKey) {
    offset = pastKey->dim(2);
    K = op::Concat({*pastKey, K}, {.axis = 2});
    V = op::Concat({*pastValue, V}, {.axis = 2});
  }

  // Which keys a query may see: `ahead` is how far the key lies behind the query.
  Tensor queries = Q.dim(2), keys = K.dim(2), column = op::Range(0, keys, 1);
  if (validKeys) offset = op::Reshape(*validKeys, {-1, 1, 1, 1}) - queries;
  Tensor ahead = column - (op::Unsqueeze(op::Range(0, queries, 1), {1}) + offset);
  Tensor allowed = (!causal || ahead <= 0) && (left < 0 || -ahead <= left) && (right < 0 || ahead <= right);
  if (validKeys) allowed = allowed && column < op::Reshape(*validKeys, {-1, 1, 1, 1});
  Tensor forbidden = op::CastLike(minusInfinity, Q);
  Tensor bias = op::Where(allowed, 0, forbidden);
  if (mask) {
    Tensor given = biasOf(*mask, Q);
    bias = bias + op::Pad(given, {0, keys - given.shape()[-1]}, forbidden, {-1});
  }

  Tensor factor = scale == 0 ? 1 / op::Sqrt(onnxc::cast<float>(Q.shape()[3])) : scale;
  Tensor root = op::CastLike(op::Sqrt(factor), Q);
  Tensor keyColumns = op::Transpose(repeatHeads(K, Q.dim(1)), {.perm = {0, 1, 3, 2}});
  Tensor scores = op::MatMul(Q * root, keyColumns * root);
  Tensor capped = softcap > 0 ? softcap * op::Tanh(scores / softcap) : scores;
  Tensor biased = capped + bias;
  Tensor blind = onnxc::cast<float>(op::ReduceMax(bias, {-1})) == minusInfinity; // queries that may see no key
  Tensor probabilities = op::CastLike(op::Where(blind, 0, softmax(biased)), Q);
  Tensor result = op::MatMul(probabilities, repeatHeads(V, Q.dim(1)));
  if (packed) result = joinHeads(result);

  Tensor exposed = scores;
  switch (exposedStage) {
    case 1: exposed = capped; break;
    case 2: exposed = biased; break;
    case 3: exposed = probabilities; break;
  }
  return {result, K, V, exposed};
}

/// Softmax has the precision of the inputs. A scale of 0 stands for 1 / sqrt(head size).
[[onnx::script]] Attended Attention(Tensor Q, Tensor K, Tensor V, std::optional<Tensor> attn_mask,
                                    std::optional<Tensor> past_key, std::optional<Tensor> past_value,
                                    std::optional<Tensor> nonpad_kv_seqlen, bool is_causal = false, int64_t kv_num_heads = 0,
                                    int64_t left_window_size = -1, int64_t q_num_heads = 0, int64_t qk_matmul_output_mode = 0,
                                    int64_t right_window_size = -1, float scale = 0, float softcap = 0) {
  return attend(Q, K, V, attn_mask, past_key, past_value, nonpad_kv_seqlen, is_causal, q_num_heads, kv_num_heads,
                left_window_size, right_window_size, scale, softcap, qk_matmul_output_mode,
                [](Tensor scores) { return op::Softmax(scores); });
}

/// The operator with the attribute `softmax_precision`, whose absence a function cannot ask for.
[[onnx::script]] Attended AttentionWithPrecision(Tensor Q, Tensor K, Tensor V, std::optional<Tensor> attn_mask,
                                                 std::optional<Tensor> past_key, std::optional<Tensor> past_value,
                                                 std::optional<Tensor> nonpad_kv_seqlen, DType softmax_precision,
                                                 bool is_causal = false, int64_t kv_num_heads = 0,
                                                 int64_t left_window_size = -1, int64_t q_num_heads = 0,
                                                 int64_t qk_matmul_output_mode = 0, int64_t right_window_size = -1,
                                                 float scale = 0, float softcap = 0) {
  return attend(Q, K, V, attn_mask, past_key, past_value, nonpad_kv_seqlen, is_causal, q_num_heads, kv_num_heads,
                left_window_size, right_window_size, scale, softcap, qk_matmul_output_mode,
                [&](Tensor scores) { return op::Softmax(op::Cast(scores, {.to = softmax_precision})); });
}

} // namespace onnx_functions
