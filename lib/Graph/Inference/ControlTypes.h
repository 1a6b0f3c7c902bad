//===- ControlTypes.h - Types of what If, Loop and Scan pass on -----------------===//
//
// Private to lib/Graph: shared by those that build control flow and by inference.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_CONTROLTYPES_H
#define ONNXC_GRAPH_CONTROLTYPES_H

#include "Graph/Inference/TypeEnv.h"

namespace onnxc::graph {

/// If, Loop, Scan and SequenceMap. In an overlay, the nested graphs are inferred first.
Status inferControl(const Node &node, TypeEnv &env, std::vector<Type> &outputs);
bool isControl(const Node &node);

/// The type of a sequence's elements.
Type sequenceElement(const Type &sequence);

/// States of a loop may lose what is known of their shapes this often, each time after another pass over the body; then
/// nothing is known of any of them.
constexpr unsigned maxWidenings = 8;

/// What is true of both; false when the element types or kinds differ.
bool joinTypes(TypeEnv &env, Type a, Type b, Type &result);

/// "the loop changes the type of 'x' from float[2] to int64[2]"; `operand`: of the operator.
Error stateMismatch(const TypeEnv &env, const Value *state, size_t operand, const Type &before, const Type &after);

/// An element of a list attribute of Scan: 0 where the attribute is not given; none where it is a parameter of the
/// function, whose value is not known.
std::optional<int64_t> scanAxis(const onnx::AttributeProto *known, bool isGiven, size_t index);
/// What a body of Scan gets of a scanned input: one dimension less. An axis that is none: which one is not known.
Type scanElement(const Type &input, std::optional<int64_t> axis);
/// That the axis exists, as far as the rank is known.
Status checkScanAxis(const Type &input, std::optional<int64_t> axis, size_t index);

} // namespace onnxc::graph

#endif
