// The transformer as a C++ object: its weights and settings. What its methods trace are functions of a model.
#pragma once
#include "decoder.h"

namespace transformer {

struct Config {
  int64_t heads;
  int64_t end_token;
  int64_t max_length; ///< in tokens, with the prompt
};

/// Its weights become inputs of the functions; its settings belong to their identity.
struct Transformer {
  Weights weights;
  Config config;

  [[onnx::trace]] Step step(Tensor tokens, Caches past) const;
  [[onnx::trace]] Tensor complete(Tensor prompt) const;
};

} // namespace transformer
