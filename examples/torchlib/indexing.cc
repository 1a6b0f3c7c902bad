// Reading and writing at indices that are tensors.
#include "torchlib.h"

namespace torchlib {

/// The dim stays, however many positions are taken.
[[onnx::trace]] Tensor aten_index_select(Tensor self, int64_t dim, Tensor index) {
  Tensor positions = op::Reshape(index, {-1});
  if (self.rank() > 0)
    return op::Gather(self, positions, {.axis = dim});
  return op::Reshape(op::Gather(op::Reshape(self, {1}), positions), std::vector<int64_t>{});
}

/// onnxc's index_put has the same rules. Only an index of rank 0 selects like a number there, where PyTorch broadcasts
/// it with the other indices.
static std::vector<onnxc::Index> indexList(const std::vector<std::optional<Tensor>> &indices) {
  bool doesBroadcast = std::any_of(indices.begin(), indices.end(),
                                   [](const std::optional<Tensor> &index) { return index && index->rank() > 0; });
  std::vector<onnxc::Index> list;
  for (const std::optional<Tensor> &index : indices) {
    if (!index)
      list.push_back(onnxc::Slice());
    else if (doesBroadcast && index->rank() == 0)
      list.push_back(op::Unsqueeze(*index, {0}));
    else
      list.push_back(*index);
  }
  return list;
}

[[onnx::trace]] Tensor aten_index_put(Tensor self, std::vector<std::optional<Tensor>> indices, Tensor values,
                                      bool accumulate = false) {
  DType type = self.dtype();
  // ONNX Runtime adds no float16; and a sum of bools is whether any of them is true.
  if (accumulate && (type == DType::FLOAT16 || type == DType::BOOL)) {
    DType sum = type == DType::BOOL ? DType::INT32 : DType::FLOAT;
    return self.to(sum).index_put(indexList(indices), values.to(sum), true).to(type);
  }
  return self.index_put(indexList(indices), values, accumulate);
}

} // namespace torchlib
