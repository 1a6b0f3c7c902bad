//===- Serialize.h - Graphs as protobuf ------------------------------------===//
#ifndef ONNXC_GRAPH_SERIALIZE_H
#define ONNXC_GRAPH_SERIALIZE_H

#include "Graph/IR/Graph.h"
#include <functional>

namespace onnxc::graph {

struct FinishOptions {
  /// file:line text of a location for metadata_props ("onnxc.source"); empty: none are written.
  std::function<std::string(Location)> sourceOf;
  /// Writes Node::givesNumber, for functions that the runtime reads again (importFunction).
  bool markNumbers = false;
};

/// A finished function.
onnx::FunctionProto toProto(const Function &function, const FinishOptions &options = {});

// For lib/Graph only.

void addNodes(const Graph &graph, google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes,
              const FinishOptions &options);
/// Types of the values that nodes of this graph make, without those that `skip` says.
void addValueInfo(const Graph &graph, google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> &infos,
                  const std::function<bool(const Value &)> &skip);
/// Under this key the metadata of a function names the inputs and attributes that a call may omit, separated by spaces:
/// FunctionProto has no place for that.
inline constexpr const char *optionalKey = "onnxc.optional";
/// The value's type with type variables resolved.
Type finalType(const Value &value);
/// The type of an output; where inference knows nothing of a dimension or has only another symbol, the symbol of the
/// declaration.
Type outputType(const Function &function, size_t index);

} // namespace onnxc::graph

#endif
