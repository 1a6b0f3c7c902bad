//===- InferCall.h - Types of calls -------------------------------------------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_INFERCALL_H
#define ONNXC_GRAPH_INFERCALL_H

#include "Graph/Inference/TypeEnv.h"

#include <mutex>

namespace onnxc::graph {

/// The outputs' types of `callee` for these input types (re-infers its body; nothing of the callee is changed).
/// Absent inputs are nullopt. Type variables of the inputs are the caller's: outputs name the same ones. `attributes`:
/// the values of attribute parameters where they are known (element types and shapes may depend on them).
Result<std::vector<Type>> inferCall(const Function &callee, const std::vector<std::optional<Type>> &inputs,
                                    const std::vector<onnx::AttributeProto> *attributes = nullptr);

/// What a call's types come to. Variables are numbered by their first appearance in the inputs.
struct CallTypes {
  std::vector<Type> outputs;
  std::vector<std::pair<ElemType, ElemType>> equal; ///< what the body made equal
};

struct InferenceMemo {
  std::mutex mutex;
  std::unordered_map<std::string, Result<CallTypes>> results; ///< by the canonical text of types and attributes
};

/// What the symbols in the declared dimensions of a function's inputs are at a call with such arguments; the empty
/// dimension where arguments contradict each other. Absent arguments are nullopt.
std::unordered_map<std::string, Dim> boundSymbols(const Function &callee,
                                                  const std::vector<std::optional<Type>> &arguments);

Status inferCallNode(const Node &node, TypeEnv &env, std::vector<Type> &outputs);

} // namespace onnxc::graph

#endif
