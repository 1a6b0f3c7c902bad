//===- OnDemand.h - Inference of what is asked for -------------------------===//
#ifndef ONNXC_GRAPH_ONDEMAND_H
#define ONNXC_GRAPH_ONDEMAND_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"

namespace onnxc::graph {

/// Infers all that is not inferred yet, in order; the first error. For graphs that were built without checkTypes.
Status inferAll(Function &function);
/// Infers what `value` needs (its producers and theirs), if that has not been done.
Status inferValue(const Value *value);

} // namespace onnxc::graph

#endif
