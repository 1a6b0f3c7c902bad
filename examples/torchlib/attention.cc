// Attention.
#include "torchlib.h"

namespace torchlib {

/// Key or value heads, each repeated until there are as many as query heads: [..., H, S, E].
static Tensor repeatedHeads(const Tensor &heads, const Tensor &query) {
  Tensor count = query.shape()[-3];
  Tensor repeats = count / heads.shape()[-3];
  Tensor batch = op::Shape(heads, {.end = -3}), size = op::Shape(heads, {.start = -2});
  Tensor each = op::Unsqueeze(heads, {-3}); // [..., H, 1, S, E]
  Tensor copies = op::Expand(each, op::Concat({op::Shape(heads, {.end = -2}), {repeats}, size}, {.axis = 0}));
  return op::Reshape(copies, op::Concat({batch, {count}, size}, {.axis = 0}), {.allowzero = 1});
}

static Tensor withLastDimsSwapped(const Tensor &x) {
  std::vector<int64_t> order = dimsBetween(0, x.rank());
  std::swap(order[order.size() - 2], order[order.size() - 1]);
  return op::Transpose(x, {.perm = order});
}

/// True where a query may look: at keys that are not behind it.
static Tensor causalMask(const Tensor &query, const Tensor &key) {
  Tensor row = op::Range(0, query.shape()[-2], 1), column = op::Range(0, key.shape()[-2], 1);
  return column <= op::Unsqueeze(row, {-1});
}

[[onnx::trace]] Tensor aten_scaled_dot_product_attention(Tensor query, Tensor key, Tensor value,
                                                         std::optional<Tensor> attn_mask = std::nullopt,
                                                         float dropout_p = 0.0f, bool is_causal = false,
                                                         std::optional<float> scale = std::nullopt,
                                                         bool enable_gqa = false) {
  if (dropout_p != 0)
    throw onnxc::TraceError("dropout is for training, and not supported", {});
  if (enable_gqa)
    key = repeatedHeads(key, query), value = repeatedHeads(value, query);
  Tensor factor = scale ? Tensor(*scale) : 1 / op::Sqrt(op::CastLike(query.shape()[-1], query));
  Tensor scores = op::MatMul(query * factor, withLastDimsSwapped(key));
  if (is_causal)
    scores = op::Where(causalMask(query, key), scores, -infinity);
  if (attn_mask)
    scores = attn_mask->dtype() == DType::BOOL ? op::Where(*attn_mask, scores, -infinity) : scores + *attn_mask;
  // Softmax of a row without any key is NaN; it shall attend to nothing.
  Tensor isKept = onnxc::cast<int32_t>(scores != -infinity);
  Tensor isAttending = op::ReduceSum(isKept, {-1}) > 0;
  Tensor weights = op::Where(isAttending, op::Softmax(scores, {.axis = -1}), 0);
  return op::MatMul(weights, value);
}

} // namespace torchlib
