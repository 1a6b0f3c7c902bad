//===- Finish.h - From a built function to a legal one -------------------------===//
#ifndef ONNXC_GRAPH_FINISH_H
#define ONNXC_GRAPH_FINISH_H

#include "Graph/IR/Graph.h"

namespace onnxc::graph {

/// Makes a built function legal and tight, in place:
/// - removes nodes that nothing reads; outputs of If and states of Loop that nothing reads (a state may be read only by
/// itself);
/// - a Loop state whose body returns its own formal unchanged becomes a capture;
/// - Identity where a subgraph or the function returns an outer value, an input, or the same value twice; none
/// elsewhere;
/// - unique names over all nested graphs, from the hints (outputs get Function::outputNames / struct member names;
/// inputs their own);
///   deterministic; never clash with anything visible; a node's name is derived from its first output;
/// - opset imports of the domains that the body (nested graphs too) uses.
void finish(Function &function);

} // namespace onnxc::graph

#endif
