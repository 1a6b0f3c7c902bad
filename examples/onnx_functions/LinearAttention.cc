// Attention as a recurrence: a state collects keys and values, and queries read it.
// Specification: operator LinearAttention of ai.onnx.
#include "heads.h"
#include <optional>
#include <string>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Sequence, onnxc::Slice, onnxc::Tensor;

namespace onnx_functions {

struct Recurrence {
  Tensor output, present_state;
};

/// The row of time `t` of (N, heads, time, size).
static Tensor rowAt(Tensor x, int64_t t) { return x.index({Slice(), Slice(), Slice(t, t + 1)}); }

/// The update rule is told by the inputs: gated ones have `decay`, delta ones have `beta`. A scale of 0 stands for 1 / sqrt(key size).
[[onnx::script]] Recurrence LinearAttention(Tensor query, Tensor key, Tensor value, std::optional<Tensor> past_state,
                                            std::optional<Tensor> decay, std::optional<Tensor> beta, int64_t kv_num_heads,
                                            int64_t q_num_heads, [[maybe_unused]] int64_t chunk_size = 64, float scale = 0,
                                            [[maybe_unused]] std::string update_rule = "gated_delta") {
  Tensor q = onnxc::cast<float>(splitHeads(query, q_num_heads));
  Tensor k = onnxc::cast<float>(splitHeads(key, kv_num_heads));
  Tensor v = onnxc::cast<float>(splitHeads(value, kv_num_heads));
  Tensor state = past_state ? onnxc::cast<float>(*past_state)
                            : op::Expand(0.0f, {k.dim(0), kv_num_heads, k.dim(3), v.dim(3)});
  Tensor factor = scale == 0 ? 1 / op::Sqrt(onnxc::cast<float>(k.shape()[3])) : scale;

  Sequence rows = op::SequenceEmpty({.dtype = DType::FLOAT});
  for (int64_t t = 0; t < query.dim(1); ++t) {
    Tensor keyRow = rowAt(k, t), keyColumn = op::Transpose(keyRow, {.perm = {0, 1, 3, 2}}), change = rowAt(v, t);
    if (decay) {
      Tensor gate = op::Exp(onnxc::cast<float>(rowAt(splitHeads(*decay, kv_num_heads), t)));
      state = state * op::Transpose(gate, {.perm = {0, 1, 3, 2}});
    }
    if (beta) {
      Tensor rate = op::Unsqueeze(op::Transpose(onnxc::cast<float>(*beta), {.perm = {0, 2, 1}}), {3});
      change = rowAt(rate, t) * (change - op::MatMul(keyRow, state));
    }
    state = state + op::MatMul(keyColumn, change);
    rows = op::SequenceInsert(rows, op::MatMul(rowAt(q, t), repeatHeads(state, Tensor(q_num_heads))) * factor);
  }
  Tensor output = op::CastLike(joinHeads(op::ConcatFromSequence(rows, {.axis = 2})), query);
  return {output, op::CastLike(state, past_state ? *past_state : query)};
}

} // namespace onnx_functions
