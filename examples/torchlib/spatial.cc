// Convolution, pooling and resizing of images.
#include "torchlib.h"

namespace torchlib {

using Sizes = std::vector<int64_t>;

/// ONNX gives the padding at the start of all dims, then at their ends.
static Sizes onBothSides(Sizes padding) {
  Sizes once = padding;
  padding.insert(padding.end(), once.begin(), once.end());
  return padding;
}

/// ONNX Runtime convolves in float32 and float16 only, so a double convolution is computed in float32.
[[onnx::trace]] Tensor aten_convolution(Tensor input, Tensor weight, std::optional<Tensor> bias,
                                        std::vector<int64_t> stride, std::vector<int64_t> padding,
                                        std::vector<int64_t> dilation, bool transposed,
                                        std::vector<int64_t> output_padding, int64_t groups) {
  DType type = input.dtype();
  DType computed = type == DType::DOUBLE ? DType::FLOAT : type;
  Tensor x = as(computed, input), w = as(computed, weight);
  std::optional<Tensor> b = bias ? std::optional(as(computed, *bias)) : std::nullopt;

  int64_t dims = input.rank() - 2;
  Sizes strides = forEachDim(stride, dims), dilations = forEachDim(dilation, dims);
  Sizes pads = onBothSides(forEachDim(padding, dims));
  if (!transposed)
    return as(type, op::Conv(x, w, b, {.dilations = dilations, .group = groups, .pads = pads, .strides = strides}));
  Tensor result = op::ConvTranspose(x, w, b,
                                    {.dilations = dilations,
                                     .group = groups,
                                     .output_padding = forEachDim(output_padding, dims),
                                     .pads = pads,
                                     .strides = strides});
  return as(type, result);
}

/// MaxPool leaves open what becomes of NaN, and ONNX Runtime's starts from the lowest number instead of -infinity. So
/// the kinds of elements are pooled as well: 2 for NaN, 1 for numbers, 0 for -infinity.
[[onnx::trace]] Tensor aten_max_pool2d(Tensor self, std::vector<int64_t> kernel_size, std::vector<int64_t> stride = {},
                                       std::vector<int64_t> padding = {0, 0}, std::vector<int64_t> dilation = {1, 1},
                                       bool ceil_mode = false) {
  Sizes kernel = forEachDim(kernel_size, 2), pads = onBothSides(forEachDim(padding, 2));
  Sizes strides = stride.empty() ? kernel : forEachDim(stride, 2), dilations = forEachDim(dilation, 2);
  auto pooled = [&](const Tensor &x) -> Tensor {
    return op::MaxPool(
        x, {.ceil_mode = ceil_mode, .dilations = dilations, .kernel_shape = kernel, .pads = pads, .strides = strides});
  };
  bool isBatch = self.rank() == 4;
  Tensor images = isBatch ? self : op::Unsqueeze(self, {0});
  Tensor kind = pooled(op::Where(op::IsNaN(images), 2, onnxc::cast<float>(images > -infinity)));
  Tensor result = op::Where(kind == 0, -infinity, pooled(images));
  result = op::Where(kind == 2, std::numeric_limits<float>::quiet_NaN(), result);
  return isBatch ? result : op::Squeeze(result, {0});
}

/// Resizes one dim to `size`, blending the two source elements on either side of each target position. Resize would
/// take the scale from the sizes or the sizes from the scale; PyTorch may be given both.
static Tensor interpolated(const Tensor &x, int64_t dim, int64_t size, bool alignCorners, std::optional<float> scale) {
  Tensor count = op::CastLike(x.shape()[dim], x), last = count - 1;
  Tensor target = op::CastLike(op::Range(0, size, 1), x);
  Tensor source;
  if (alignCorners) {
    source = size > 1 ? target * (last / (size - 1)) : target;
  } else {
    Tensor ratio = scale ? Tensor(1.0 / *scale) : count / size;
    source = op::Max({(target + 0.5) * ratio - 0.5, 0});
    if (scale) // which PyTorch ignores where the size stays
      source = op::Where(count == size, target, source);
  }
  Tensor before = op::Min({op::Floor(source), last}), after = op::Min({before + 1, last});
  Tensor weight = op::Min({source - before, 1});
  // Shaped to broadcast along the dim.
  Sizes behind = dimsBetween(1, x.rank() - dim);
  if (!behind.empty())
    weight = op::Unsqueeze(weight, behind);
  auto gathered = [&](const Tensor &at) { return op::Gather(x, onnxc::cast<int64_t>(at), {.axis = dim}); };
  return gathered(before) * (1 - weight) + gathered(after) * weight;
}

[[onnx::trace]] Tensor aten_upsample_bilinear2d(Tensor self, std::vector<int64_t> output_size, bool align_corners,
                                                std::optional<float> scales_h = std::nullopt,
                                                std::optional<float> scales_w = std::nullopt) {
  Tensor rows = interpolated(widened(self), 2, output_size[0], align_corners, scales_h);
  return as(self.dtype(), interpolated(rows, 3, output_size[1], align_corners, scales_w));
}

} // namespace torchlib
