// Turns pairs of features by angles that depend on the position of their token.
// Specification: operator RotaryEmbedding of ai.onnx.
#include "heads.h"
#include <optional>

namespace op = onnxc::opset20;
using onnxc::Ellipsis, onnxc::None, onnxc::Slice, onnxc::Tensor;

namespace onnx_functions {

/// X has the shape (N, heads, length, size) or (N, length, num_heads * size). The first `rotary_embedding_dim` features
/// (0: all) turn, those of a pair either beside each other (`interleaved`) or half of them apart.
[[onnx::script]] Tensor RotaryEmbedding(Tensor X, Tensor cos_cache, Tensor sin_cache, std::optional<Tensor> position_ids,
                                        bool interleaved = false, int64_t num_heads = 0, int64_t rotary_embedding_dim = 0) {
  bool packed = X.rank() == 3;
  Tensor input = packed ? splitHeads(X, num_heads) : X;
  int64_t size = rotary_embedding_dim == 0 ? input.dim(3) : rotary_embedding_dim;
  Tensor turning = input.index({Ellipsis, Slice(None, size)});
  Tensor fixed = input.index({Ellipsis, Slice(size, None)});

  Tensor cosine = cos_cache, sine = sin_cache;
  if (position_ids) {
    cosine = op::Gather(cosine, *position_ids);
    sine = op::Gather(sine, *position_ids);
  }
  cosine = op::Unsqueeze(cosine, {1});
  sine = op::Unsqueeze(sine, {1});

  Tensor turned;
  if (interleaved) {
    Tensor even = turning.index({Ellipsis, Slice(0, None, 2)}), odd = turning.index({Ellipsis, Slice(1, None, 2)});
    Tensor real = op::Unsqueeze(cosine * even - sine * odd, {-1}), imaginary = op::Unsqueeze(sine * even + cosine * odd, {-1});
    turned = op::Reshape(op::Concat({real, imaginary}, {.axis = -1}), turning.shape());
  } else {
    auto [first, second] = op::Split<2>(turning, {}, {.axis = -1});
    turned = op::Concat({cosine * first - sine * second, sine * first + cosine * second}, {.axis = -1});
  }
  Tensor result = op::Concat({turned, fixed}, {.axis = -1});
  return packed ? joinHeads(result) : result;
}

} // namespace onnx_functions
