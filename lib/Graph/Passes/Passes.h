//===- Passes.h - The steps of finish() -------------------------------------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_PASSES_H
#define ONNXC_GRAPH_PASSES_H

#include "Graph/IR/Graph.h"

namespace onnxc::graph {

/// Loop states that no iteration changes become captures; results of If that are the same outer value on both sides are
/// that value.
void captureInvariants(Function &function);
/// Removes what nothing reads. Sets Value::used.
void prune(Function &function);
/// Identity where ONNX or ONNX Runtime does not accept a value as an output.
void insertIdentities(Function &function);
/// Unique names for values, nodes and nested graphs.
void assignNames(Function &function);

} // namespace onnxc::graph

#endif
