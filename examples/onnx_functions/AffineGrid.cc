// The points at which an image is sampled to give it an affine transformation.
// Specification: operator AffineGrid of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::None, onnxc::Slice, onnxc::Tensor;

namespace onnx_functions {

/// `theta` has the shape (N, 2, 3) and `size` is (N, C, H, W), or (N, 3, 4) and (N, C, D, H, W). The image spans [-1, 1], which are
/// the centres (`align_corners`) or the outer edges of its first and last pixels.
[[onnx::script]] Tensor AffineGrid(Tensor theta, Tensor size, bool align_corners = false) {
  Tensor shape = size.index({Slice(2, None)});
  Tensor index = op::Transpose(op::NonZero(op::Expand(1, shape)));                 // a row (y, x) or (z, y, x) for each pixel
  Tensor pixel = onnxc::cast<float>(index.index({Slice(), Slice(None, None, -1)})); // (x, y) or (x, y, z)
  Tensor count = onnxc::cast<float>(shape.index({Slice(None, None, -1)}));
  Tensor point = align_corners ? pixel * 2 / op::Max({count - 1, Tensor(1)}) - 1 : (pixel * 2 + 1) / count - 1;
  Tensor homogeneous = op::CastLike(op::Pad(point, {0, 0, 0, 1}, 1.0f), theta); // with a 1 at the end of each row
  Tensor moved = op::MatMul(homogeneous, op::Transpose(theta, {.perm = {0, 2, 1}}));
  return op::Reshape(moved, op::Concat({size.index({Slice(0, 1)}), shape, onnxc::tensor<int64_t>({-1})}, {.axis = 0}));
}

} // namespace onnx_functions
