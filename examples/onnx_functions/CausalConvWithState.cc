// A convolution along time, each channel for itself, that sees the past only and remembers the end of its input.
// Specification: operator CausalConvWithState of ai.onnx.
#include <onnxc/opset20.h>
#include <optional>
#include <string>

namespace op = onnxc::opset20;
using onnxc::None, onnxc::Slice, onnxc::Tensor;

namespace onnx_functions {

struct Convolved {
  Tensor output, present_state;
};

/// `input` has the shape (N, C, length), `weight` (C, 1, taps), `bias` (C), `past_state` (N, C, taps - 1).
[[onnx::script]] Convolved CausalConvWithState(Tensor input, Tensor weight, std::optional<Tensor> bias,
                                               std::optional<Tensor> past_state, std::string activation = "none") {
  int64_t taps = weight.dim(2), length = input.dim(2);
  Tensor padded = past_state ? op::Concat({*past_state, input}, {.axis = 2}) : op::Pad(input, {taps - 1, 0}, {}, {2});
  Tensor signal = onnxc::cast<float>(padded), kernel = onnxc::cast<float>(weight);
  Tensor sum = bias ? op::Unsqueeze(onnxc::cast<float>(*bias), {1}) : Tensor(0.0f);
  sum = op::Expand(sum, input.shape());
  for (int64_t tap = 0; tap < taps; ++tap)
    sum += signal.index({Slice(), Slice(), Slice(tap, tap + length)}) * kernel.index({Slice(), 0, Slice(tap, tap + 1)});
  Tensor output = op::CastLike(sum, input);
  if (activation == "silu" || activation == "swish") output = output * op::Sigmoid(output);
  return {output, padded.index({Slice(), Slice(), Slice(length, None)})};
}

} // namespace onnx_functions
