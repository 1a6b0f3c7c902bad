// The layers of a decoder-only transformer: one ONNX function a kind. T is the number of new tokens, P of the cached
// ones.
#pragma once
#include <cstdint>
#include <onnxc/opset20.h>

namespace transformer {

using onnxc::FLOAT, onnxc::INT64, onnxc::Tensor;

/// Keys and values of all tokens so far, in one layer: (heads, tokens, size of a head).
struct Cache {
  FLOAT<"heads", onnxc::dyn, "size"> keys, values;
};

struct AttentionWeights {
  FLOAT<"width", "width"> query, key, value, output;
};

struct MlpWeights {
  FLOAT<"width", "hidden"> gate, up;
  FLOAT<"hidden", "width"> down;
};

struct LayerWeights {
  FLOAT<"width"> attention_norm;
  AttentionWeights attention;
  FLOAT<"width"> mlp_norm;
  MlpWeights mlp;
};

struct LayerResult {
  FLOAT<"T", "width"> x;
  Cache cache;
};

/// The rows of `table` that belong to the tokens.
[[onnx::script]] FLOAT<"T", "width"> embedding(INT64<"T"> tokens, FLOAT<"vocabulary", "width"> table);

/// Root mean square normalisation of the last axis.
[[onnx::script]] FLOAT<"T", "width"> rms_norm(FLOAT<"T", "width"> x, FLOAT<"width"> gain, float epsilon = 1e-5f);

/// Rotary position embedding: turns feature i and feature i + size/2 of a head by the angle position * base^(-2i/size).
[[onnx::script]] FLOAT<"heads", "T", "size"> rotary(FLOAT<"heads", "T", "size"> x, INT64<"T"> positions,
                                                    float base = 10000);

/// Causal self-attention. The T new tokens see each other's past and the P tokens of the cache, which they join.
[[onnx::script]] LayerResult attention(FLOAT<"T", "width"> x, Cache past, AttentionWeights weights);

/// down(silu(gate(x)) * up(x))
[[onnx::script]] FLOAT<"T", "width"> gated_mlp(FLOAT<"T", "width"> x, MlpWeights weights);

/// Attention and MLP, each behind a norm and around a residual connection.
[[onnx::script]] LayerResult layer(FLOAT<"T", "width"> x, Cache past, LayerWeights weights);

} // namespace transformer
