// Draws ones with the probabilities that a tensor holds, and zeros else.
// Specification: operator Bernoulli of ai.onnx.
#include <onnxc/opset20.h>
#include <optional>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Tensor;

namespace onnx_functions {

/// The result has the input's element type.
[[onnx::script]] Tensor Bernoulli(Tensor input, std::optional<float> seed = std::nullopt) {
  return op::CastLike(op::RandomUniformLike(input, {.seed = seed}) < input, input);
}

/// The operator with the attribute `dtype`, whose absence a function cannot ask for.
[[onnx::script]] Tensor BernoulliAs(Tensor input, DType dtype, std::optional<float> seed = std::nullopt) {
  return op::Cast(op::RandomUniformLike(input, {.seed = seed}) < input, {.to = dtype});
}

} // namespace onnx_functions
