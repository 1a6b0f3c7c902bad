// The points at which an image is sampled to give it an affine transformation.
// Specification: operator AffineGrid of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// The centres of `count` pixels between -1 and 1, which are the centres (align) or the outer edges of the first and last pixel.
static Tensor centres(Tensor count, bool align) {
  Tensor n = onnxc::cast<float>(count), index = op::Range(0, n, 1);
  return align ? index * 2 / op::Max({n - 1, Tensor(1)}) - 1 : (index * 2 + 1) / n - 1;
}

/// `coordinate` along one of the axes of an image of this shape, as one more axis at the end.
static Tensor spread(Tensor coordinate, Tensor shape) { return op::Unsqueeze(op::Expand(coordinate, shape), {-1}); }

/// `theta` has the shape (N, 2, 3) and `size` is (N, C, H, W), or (N, 3, 4) and (N, C, D, H, W).
[[onnx::script]] Tensor AffineGrid(Tensor theta, Tensor size, bool align_corners = false) {
  Tensor shape = size.index({onnxc::Slice(2, onnxc::None)});
  Tensor x = centres(size[-1], align_corners), y = op::Unsqueeze(centres(size[-2], align_corners), {1});
  Tensor one = onnxc::tensor({1.f});
  Tensor points;
  if (op::Size(size) == 4) {
    points = op::Concat({spread(x, shape), spread(y, shape), spread(one, shape)}, {.axis = -1});
  } else {
    Tensor z = op::Unsqueeze(centres(size[2], align_corners), {1, 2});
    points = op::Concat({spread(x, shape), spread(y, shape), spread(z, shape), spread(one, shape)}, {.axis = -1});
  }
  Tensor rows = op::CastLike(op::Reshape(points, {-1, theta.dim(2)}), theta);
  Tensor moved = op::MatMul(rows, op::Transpose(theta, {.perm = {0, 2, 1}}));
  return op::Reshape(moved, op::Concat({size.index({onnxc::Slice(0, 1)}), shape, onnxc::tensor<int64_t>({-1})}, {.axis = 0}));
}

} // namespace onnx_functions
