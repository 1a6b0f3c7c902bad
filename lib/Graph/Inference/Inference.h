//===- Inference.h - Types and shapes by onnx's own inference ----------------===//
#ifndef ONNXC_GRAPH_INFERENCE_H
#define ONNXC_GRAPH_INFERENCE_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"

namespace onnxc::graph {

/// Infers the outputs of `node` from the types of its inputs (which must be inferred) and sets them. Where all given
/// inputs have element types: onnx's inference of the schema through an InferenceContext of our own, constants (and
/// small integer shape computations on them) passed as input data; else the schema's type variables are solved by us.
/// Also checks the schema's type constraints, which onnx's inference does not. What onnx throws is a
/// ShapeMismatch/TypeMismatch error with the operands' types as notes when all it needed was known, else "unknown".
Status inferNode(Node &node);

/// The outputs' types of `callee` for these input types (re-infers its body; nothing of the callee is changed).
/// Absent inputs are nullopt. Type variables of the inputs are the caller's: outputs name the same ones. `attributes`:
/// the values of attribute parameters where they are known (element types and shapes may depend on them).
Result<std::vector<Type>> inferCall(const Function &callee, const std::vector<std::optional<Type>> &inputs,
                                    const std::vector<onnx::AttributeProto> *attributes = nullptr);

/// Infers all that is not inferred yet, in order; the first error. For graphs that were built without checkTypes.
Status inferAll(Function &function);
/// Infers what `value` needs (its producers and theirs), if that has not been done.
Status inferValue(const Value *value);

/// The type of a sequence's elements.
Type sequenceElement(const Type &sequence);

/// The value as a constant integer tensor where that is known (Constant, Shape of known dims,
/// Concat/Gather/Squeeze/Unsqueeze/ Cast/Add/Sub/Mul/Div of such), or none.
std::optional<onnx::TensorProto> constantValue(const Value *value);

} // namespace onnxc::graph

#endif
