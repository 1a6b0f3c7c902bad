#include "layers.h"
#include <limits>

namespace op = onnxc::opset20;
using onnxc::None, onnxc::Slice;

namespace transformer {

FLOAT<"T", "width"> embedding(INT64<"T"> tokens, FLOAT<"vocabulary", "width"> table) {
  return op::Gather(table, tokens);
}

FLOAT<"T", "width"> rms_norm(FLOAT<"T", "width"> x, FLOAT<"width"> gain, float epsilon) {
  return gain * x / op::Sqrt(op::ReduceMean(x * x, {-1}) + epsilon);
}

FLOAT<"heads", "T", "size"> rotary(FLOAT<"heads", "T", "size"> x, INT64<"T"> positions, float base) {
  auto [first, second] = op::Split<2>(x, {}, {.axis = -1});
  Tensor exponents = onnxc::cast<float>(op::Range(0, x.dim(2), 2)) / onnxc::cast<float>(x.shape()[2]);
  Tensor angles = onnxc::cast<float>(op::Unsqueeze(positions, {1})) / op::Pow(base, exponents);
  Tensor cosine = op::Cos(angles), sine = op::Sin(angles);
  return op::Concat({first * cosine - second * sine, first * sine + second * cosine}, {.axis = -1});
}

/// (T, width) as (heads, T, size)
static Tensor splitHeads(Tensor x, Tensor heads) {
  return op::Transpose(op::Reshape(x, {0, heads, -1}), {.perm = {1, 0, 2}});
}

LayerResult attention(FLOAT<"T", "width"> x, Cache past, AttentionWeights weights) {
  Tensor heads = past.keys.dim(0), count = x.dim(0), start = past.keys.dim(1);
  Tensor positions = op::Range(start, start + count, 1);
  Tensor query = rotary(splitHeads(op::MatMul(x, weights.query), heads), positions);
  Tensor key = rotary(splitHeads(op::MatMul(x, weights.key), heads), positions);
  Tensor keys = op::Concat({past.keys, key}, {.axis = 1});
  Tensor values = op::Concat({past.values, splitHeads(op::MatMul(x, weights.value), heads)}, {.axis = 1});

  Tensor scale = 1 / op::Sqrt(onnxc::cast<float>(query.shape()[2]));
  Tensor scores = op::MatMul(query, op::Transpose(keys, {.perm = {0, 2, 1}})) * scale;
  Tensor isPast = op::Range(0, start + count, 1) <= op::Unsqueeze(positions, {1});
  Tensor seen = op::Where(isPast, scores, -std::numeric_limits<float>::infinity());
  Tensor mixed = op::MatMul(op::Softmax(seen), values);
  Tensor joined = op::Reshape(op::Transpose(mixed, {.perm = {1, 0, 2}}), {0, -1});
  return {op::MatMul(joined, weights.output), {keys, values}};
}

FLOAT<"T", "width"> gated_mlp(FLOAT<"T", "width"> x, MlpWeights weights) {
  Tensor gate = op::MatMul(x, weights.gate);
  return op::MatMul(gate * op::Sigmoid(gate) * op::MatMul(x, weights.up), weights.down);
}

LayerResult layer(FLOAT<"T", "width"> x, Cache past, LayerWeights weights) {
  auto [attended, cache] = attention(rms_norm(x, weights.attention_norm), past, weights.attention);
  Tensor middle = x + attended;
  return {middle + gated_mlp(rms_norm(middle, weights.mlp_norm), weights.mlp), cache};
}

} // namespace transformer
