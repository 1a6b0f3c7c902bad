//===- Protos.h - Walks over protobuf graphs --------------------------------------===//
#ifndef ONNXC_GRAPH_PROTOS_H
#define ONNXC_GRAPH_PROTOS_H

#include "onnx/onnx_pb.h"
#include <type_traits>

namespace onnxc::graph {

/// Calls visit(node) for each node, and for those of nested graphs after the node that holds them. Nodes may be const.
template <class Nodes, class Visit> void forEachNode(Nodes &nodes, const Visit &visit) {
  for (auto &node : nodes) {
    visit(node);
    if constexpr (std::is_const_v<Nodes>) {
      for (const onnx::AttributeProto &attribute : node.attribute()) {
        if (attribute.has_g())
          forEachNode(attribute.g().node(), visit);
        for (const onnx::GraphProto &graph : attribute.graphs())
          forEachNode(graph.node(), visit);
      }
    } else {
      for (onnx::AttributeProto &attribute : *node.mutable_attribute()) {
        if (attribute.has_g())
          forEachNode(*attribute.mutable_g()->mutable_node(), visit);
        for (onnx::GraphProto &graph : *attribute.mutable_graphs())
          forEachNode(*graph.mutable_node(), visit);
      }
    }
  }
}

} // namespace onnxc::graph

#endif
