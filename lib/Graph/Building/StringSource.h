//===- StringSource.h - What decides whether a value holds strings ----------------===//
#ifndef ONNXC_GRAPH_STRINGSOURCE_H
#define ONNXC_GRAPH_STRINGSOURCE_H

#include "Graph/IR/Graph.h"

namespace onnxc::graph {

/// The value that has the same element type by the operators' schemas: an input of the graph, or a value of which only
/// inference says more. Null: `value` holds no strings, whatever the inputs are.
const Value *stringSource(const Value *value);

} // namespace onnxc::graph

#endif
