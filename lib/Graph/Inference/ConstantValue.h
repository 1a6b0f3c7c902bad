//===- ConstantValue.h - Integer tensors that are known --------------------===//
#ifndef ONNXC_GRAPH_CONSTANTVALUE_H
#define ONNXC_GRAPH_CONSTANTVALUE_H

#include "Graph/Inference/TypeEnv.h"

namespace onnxc::graph {

/// The value as a constant integer tensor where that is known (Constant, Shape of known dims,
/// Concat/Gather/Squeeze/Unsqueeze/ Cast/Add/Sub/Mul/Div of such), or none.
std::optional<onnx::TensorProto> constantValue(const Value *value);

/// What is known of an integer tensor of rank 0 or 1 that describes shapes.
struct ShapeData {
  struct Item {
    std::optional<int64_t> value;
    std::string symbol; ///< when the value is not known
  };
  DType dtype = DType::INT64;
  bool isScalar = false;
  std::vector<Item> items;

  bool isKnown() const {
    for (const Item &item : items)
      if (!item.value)
        return false;
    return true;
  }
};
std::optional<ShapeData> evaluateShape(const Value *value, TypeEnv &env);
onnx::TensorProto toTensor(const ShapeData &data);

} // namespace onnxc::graph

#endif
