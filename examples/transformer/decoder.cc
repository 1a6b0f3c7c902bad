#include "decoder.h"

namespace op = onnxc::opset20;

namespace transformer {

Step decode(INT64<"T"> tokens, Caches past, Weights weights) {
  FLOAT<"T", "width"> x = embedding(tokens, weights.embedding);
  Caches present = past;
  for (int i = 0; i < layerCount; ++i) {
    auto [next, cache] = layer(x, past[i], weights.layers[i]);
    x = next;
    present[i] = cache;
  }
  return {op::MatMul(rms_norm(x, weights.norm), weights.head), present};
}

INT64<onnxc::dyn> greedy(INT64<"T"> prompt, Weights weights, int64_t heads, int64_t end_token, int64_t max_length) {
  Tensor size = weights.norm.dim(0) / heads;
  Cache empty = {op::Expand(0.f, {heads, 0, size}), op::Expand(0.f, {heads, 0, size})};
  Caches caches;
  caches.fill(empty);
  Tensor tokens = prompt, fresh = prompt;
  while (tokens.dim(0) < max_length) {
    auto [logits, present] = decode(fresh, caches, weights);
    caches = present;
    fresh = op::ArgMax(logits[-1], {.axis = 0});
    tokens = op::Concat({tokens, fresh}, {.axis = 0});
    if (fresh == end_token)
      break;
  }
  return tokens;
}

} // namespace transformer
