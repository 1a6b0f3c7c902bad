// Moves blocks of channels to blocks of pixels.
// Specification: operator DepthToSpace of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>
#include <string>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// (N, C * b * b, H, W) becomes (N, C, H * b, W * b); `mode` says whether depth comes last ("DCR") or first ("CRD").
[[onnx::script]] Tensor DepthToSpace(Tensor input, int64_t blocksize, std::string mode = "DCR") {
  Tensor height = input.dim(2), width = input.dim(3), pixels = height * width;
  Tensor blocks;
  if (mode == "DCR") {
    Tensor parts = op::Reshape(input, {0, blocksize, blocksize, -1, pixels});
    parts = op::Reshape(op::Transpose(parts, {.perm = {0, 3, 4, 1, 2}}), {0, 0, height, width, -1});
    blocks = op::Reshape(parts, {0, 0, 0, -1, blocksize, blocksize});
  } else {
    Tensor parts = op::Reshape(input, {0, -1, blocksize * blocksize, pixels});
    parts = op::Reshape(op::Transpose(parts, {.perm = {0, 1, 3, 2}}), {0, 0, height, width, -1});
    blocks = op::Reshape(parts, {0, 0, 0, -1, blocksize, blocksize});
  }
  Tensor rows = op::Transpose(blocks, {.perm = {0, 1, 2, 4, 3, 5}});
  return op::Reshape(rows, {0, 0, height * blocksize, width * blocksize});
}

} // namespace onnx_functions
