//===- Serialize.h - Graphs as protobuf ------------------------------------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_SERIALIZE_H
#define ONNXC_GRAPH_SERIALIZE_H

#include "Finish.h"

namespace onnxc::graph {

void addNodes(const Graph &graph, google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes,
              const FinishOptions &options);
/// Types of the values that nodes of this graph make, without those that `skip` says.
void addValueInfo(const Graph &graph, google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> &infos,
                  const std::function<bool(const Value &)> &skip);
/// The value's type with type variables resolved.
Type finalType(const Value &value);

} // namespace onnxc::graph

#endif
