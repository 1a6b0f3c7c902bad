//===- Prune.h - What nothing reads, and what no iteration changes ---------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_PRUNE_H
#define ONNXC_GRAPH_PRUNE_H

#include "Graph/IR/Graph.h"

namespace onnxc::graph {

/// Loop states that no iteration changes become captures; results of If that are the same outer value on both sides are
/// that value.
void captureInvariants(Function &function);
/// Removes what nothing reads. Sets Value::used.
void prune(Function &function);

} // namespace onnxc::graph

#endif
