// A function for each element of a sequence.
// Specification: operator SequenceMap of ai.onnx. A function's attributes cannot be graphs, so that each body makes a function of its own.
#include <onnxc/opset20.h>
#include <utility>

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Sequence, onnxc::Tensor;

namespace onnx_functions {

/// body(i) for each index i of `input`; its results have the element type `type`.
template <DType type, class Body> static Sequence mapped(Sequence input, Body body) {
  Sequence output = op::SequenceEmpty({.dtype = type});
  for (Tensor i : onnxc::range(op::SequenceLength(input))) output = op::SequenceInsert(output, body(i));
  return output;
}

[[onnx::script]] Sequence SequenceMapIdentity(Sequence x) {
  return mapped<DType::FLOAT>(x, [&](Tensor i) { return op::SequenceAt(x, i); });
}

[[onnx::script]] std::pair<Sequence, Sequence> SequenceMapIdentities(Sequence x0, Sequence x1) {
  return {mapped<DType::FLOAT>(x0, [&](Tensor i) { return op::SequenceAt(x0, i); }),
          mapped<DType::FLOAT>(x0, [&](Tensor i) { return op::SequenceAt(x1, i); })};
}

[[onnx::script]] std::pair<Sequence, Sequence> SequenceMapIdentityAndTensor(Sequence x0, Tensor x1) {
  return {mapped<DType::FLOAT>(x0, [&](Tensor i) { return op::SequenceAt(x0, i); }),
          mapped<DType::FLOAT>(x0, [&](Tensor) { return x1; })};
}

[[onnx::script]] Sequence SequenceMapAdd(Sequence x0, Sequence x1) {
  return mapped<DType::FLOAT>(x0, [&](Tensor i) { return op::SequenceAt(x0, i) + op::SequenceAt(x1, i); });
}

[[onnx::script]] Sequence SequenceMapAddTensor(Sequence x0, Tensor x1) {
  return mapped<DType::FLOAT>(x0, [&](Tensor i) { return op::SequenceAt(x0, i) + x1; });
}

[[onnx::script]] Sequence SequenceMapShapes(Sequence x) {
  return mapped<DType::INT64>(x, [&](Tensor i) { return op::Shape(op::SequenceAt(x, i)); });
}

} // namespace onnx_functions
