//===- Serialize.h - Graphs as protobuf ------------------------------------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_SERIALIZE_H
#define ONNXC_GRAPH_SERIALIZE_H

#include "Graph/Passes/Finish.h"

namespace onnxc::graph {

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
