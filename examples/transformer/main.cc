// Builds the models of a small transformer with made-up weights. usage: transformer FOLDER
#include "transformer.h"
#include <cmath>
#include <cstring>
#include <iostream>
#include <onnxc/model.h>
#include <random>

namespace {

using onnxc::ModelBuilder, onnxc::Tensor;
using transformer::Caches, transformer::Config, transformer::layerCount, transformer::Weights;

constexpr int64_t vocabulary = 50, width = 32, hidden = 64;
constexpr Config config = {.heads = 4, .end_token = 39, .max_length = 24};

/// Weights for one model, as its initializers. The same numbers for each model: mt19937 is the same everywhere, which
/// the distributions of the standard library are not.
class MadeUpWeights {
public:
  explicit MadeUpWeights(ModelBuilder &builder) : builder(builder) {}

  /// Uniform, with a variance of 1 / rows.
  Tensor matrix(const std::string &name, int64_t rows, int64_t columns, double scale = 1) {
    return uniform(name, {rows, columns}, 0, scale * std::sqrt(3.0 / static_cast<double>(rows)));
  }
  Tensor gain(const std::string &name) { return uniform(name, {width}, 1, 0.2); }

private:
  Tensor uniform(const std::string &name, const std::vector<int64_t> &shape, double middle, double reach) {
    onnx::TensorProto tensor;
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    int64_t count = 1;
    for (int64_t size : shape) {
      tensor.add_dims(size);
      count *= size;
    }
    std::string &bytes = *tensor.mutable_raw_data();
    for (int64_t i = 0; i < count; ++i) {
      auto number = static_cast<float>(middle + reach * (random() / 2147483648.0 - 1));
      char raw[sizeof number];
      std::memcpy(raw, &number, sizeof number);
      bytes.append(raw, sizeof raw);
    }
    return builder.initializer(name, tensor);
  }

  ModelBuilder &builder;
  std::mt19937 random{2024};
};

Weights makeWeights(ModelBuilder &builder) {
  MadeUpWeights make(builder);
  Weights weights;
  weights.embedding = make.matrix("embedding", vocabulary, width, 7);
  for (int i = 0; i < layerCount; ++i) {
    auto &[attentionNorm, attention, mlpNorm, mlp] = weights.layers[i];
    std::string name = "layer" + std::to_string(i) + ".";
    attentionNorm = make.gain(name + "attention_norm");
    attention = {make.matrix(name + "query", width, width, 2), make.matrix(name + "key", width, width, 2),
                 make.matrix(name + "value", width, width, 2), make.matrix(name + "output", width, width, 2)};
    mlpNorm = make.gain(name + "mlp_norm");
    mlp = {make.matrix(name + "gate", width, hidden, 2), make.matrix(name + "up", width, hidden, 2),
           make.matrix(name + "down", hidden, width, 2)};
  }
  weights.norm = make.gain("norm");
  weights.head = make.matrix("head", width, vocabulary);
  return weights;
}

/// The step as a model of its own, for programs that keep the caches and choose the tokens.
onnx::ModelProto stepModel() {
  ModelBuilder builder;
  Tensor tokens = builder.input<int64_t>("tokens", {"T"});
  Caches past;
  for (int i = 0; i < layerCount; ++i) {
    std::string name = "past" + std::to_string(i);
    past[i] = {builder.input<float>(name + ".keys", {config.heads, "P", width / config.heads}),
               builder.input<float>(name + ".values", {config.heads, "P", width / config.heads})};
  }
  auto [logits, present] = transformer::Transformer{makeWeights(builder), config}.step(tokens, past);
  builder.output("logits", logits);
  for (int i = 0; i < layerCount; ++i) {
    std::string name = "present" + std::to_string(i);
    builder.output(name + ".keys", present[i].keys);
    builder.output(name + ".values", present[i].values);
  }
  return builder.build();
}

/// Prompt in, text out: the loop is in the graph.
onnx::ModelProto completionModel() {
  ModelBuilder builder;
  Tensor prompt = builder.input<int64_t>("prompt", {"T"});
  builder.output("tokens", transformer::Transformer{makeWeights(builder), config}.complete(prompt));
  return builder.build();
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: transformer FOLDER\n";
    return 2;
  }
  std::string folder = argv[1];
  onnxc::save(stepModel(), folder + "/step.onnx", {.external_data = "step.weights"});
  onnxc::save(completionModel(), folder + "/complete.onnx", {.external_data = "complete.weights"});
}
