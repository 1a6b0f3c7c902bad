// Cuts out the middle of a tensor, or puts it in the middle of zeros, for each axis as its wanted size asks.
// Specification: operator CenterCropPad of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>
#include <vector>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// `shape` holds the wanted sizes of `axes`; an empty list means all axes.
[[onnx::script]] Tensor CenterCropPad(Tensor input_data, Tensor shape, std::vector<int64_t> axes = {}) {
  Tensor listed = axes, rank = input_data.rank(), size = input_data.shape();
  Tensor which = op::Size(listed) == 0 ? op::Range(0, rank, 1) : listed;
  Tensor wanted = op::ScatterElements(size, (which + rank) % rank, onnxc::cast<int64_t>(shape));

  Tensor start = op::Max({size - wanted, Tensor(0)}) / 2;
  Tensor window = op::Slice(input_data, start, start + op::Min({size, wanted}));

  Tensor missing = op::Max({wanted - size, Tensor(0)}), before = missing / 2;
  return op::Pad(window, op::Concat({before, missing - before}, {.axis = 0}));
}

} // namespace onnx_functions
