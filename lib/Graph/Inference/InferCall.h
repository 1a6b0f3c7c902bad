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
