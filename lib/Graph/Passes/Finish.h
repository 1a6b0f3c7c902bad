//===- Finish.h - From a built graph to protobuf ------------------------------===//
#ifndef ONNXC_GRAPH_FINISH_H
#define ONNXC_GRAPH_FINISH_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"
#include <functional>

namespace onnxc::graph {

struct FinishOptions {
  /// file:line text of a location for metadata_props ("onnxc.source"); empty: none are written.
  std::function<std::string(Location)> sourceOf;
  /// Writes Node::givesNumber, for functions that the runtime reads again (importFunction).
  bool markNumbers = false;
};

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

/// Our own verification, after finish(): every value read is visible and made before, referenced attributes are
/// declared, callees present, types legal for typed nodes, names unique.
Status verify(const Function &function);

onnx::FunctionProto toProto(const Function &function, const FinishOptions &options = {});

} // namespace onnxc::graph

#endif
