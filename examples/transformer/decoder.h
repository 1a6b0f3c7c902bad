// The decoder: its layers in a row, and greedy decoding with it.
#pragma once
#include "layers.h"
#include <array>

namespace transformer {

inline constexpr int layerCount = 3;

struct Weights {
  FLOAT<"vocabulary", "width"> embedding;
  std::array<LayerWeights, layerCount> layers;
  FLOAT<"width"> norm;
  FLOAT<"width", "vocabulary"> head;
};

using Caches = std::array<Cache, layerCount>;

struct Step {
  FLOAT<"T", "vocabulary"> logits;
  Caches caches;
};

/// Logits of the token behind each of the T tokens, which follow those in the caches.
[[onnx::script]] Step decode(INT64<"T"> tokens, Caches past, Weights weights);

/// `prompt` and the most likely tokens behind it, up to `end_token` or until there are `max_length` tokens.
[[onnx::script]] INT64<onnxc::dyn> greedy(INT64<"T"> prompt, Weights weights, int64_t heads, int64_t end_token,
                                          int64_t max_length);

} // namespace transformer
