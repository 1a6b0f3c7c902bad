#include "transformer.h"

namespace transformer {

Step Transformer::step(Tensor tokens, Caches past) const { return decode(tokens, past, weights); }

Tensor Transformer::complete(Tensor prompt) const {
  return greedy(prompt, weights, config.heads, config.end_token, config.max_length);
}

} // namespace transformer
