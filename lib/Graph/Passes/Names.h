//===- Names.h - Unique names ----------------------------------------------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_NAMES_H
#define ONNXC_GRAPH_NAMES_H

#include "Graph/IR/Graph.h"

namespace onnxc::graph {

/// Unique names for values, nodes and nested graphs.
void assignNames(Function &function);

} // namespace onnxc::graph

#endif
