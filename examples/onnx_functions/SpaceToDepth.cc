// Moves blocks of pixels to channels.
// Specification: operator SpaceToDepth of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>
#include <string>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// (N, C, H * b, W * b) becomes (N, C * b * b, H, W); `mode` says whether depth comes last ("DCR") or first ("CRD").
[[onnx::script]] Tensor SpaceToDepth(Tensor input, int64_t blocksize, std::string mode = "DCR") {
  Tensor channels = input.dim(1), height = input.dim(2) / blocksize, width = input.dim(3) / blocksize;
  Tensor blocks = op::Reshape(input, {0, channels, height, blocksize, width, blocksize});
  Tensor depth = mode == "DCR" ? op::Transpose(blocks, {.perm = {0, 3, 5, 1, 2, 4}})
                               : op::Transpose(blocks, {.perm = {0, 1, 3, 5, 2, 4}});
  return op::Reshape(depth, {0, channels * blocksize * blocksize, height, width});
}

} // namespace onnx_functions
