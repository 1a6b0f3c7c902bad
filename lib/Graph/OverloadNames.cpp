#include "OverloadNames.h"
#include "onnx/onnx_pb.h"

#include <functional>
#include <set>
#include <string>
#include <tuple>

namespace onnxc::graph {

namespace {

using Identity = std::tuple<std::string, std::string, std::string>;
template <class T> using Repeated = google::protobuf::RepeatedPtrField<T>;

void visitNodes(Repeated<onnx::NodeProto> &nodes, const std::function<void(onnx::NodeProto &)> &visit) {
  for (onnx::NodeProto &node : nodes) {
    visit(node);
    for (onnx::AttributeProto &attribute : *node.mutable_attribute()) {
      if (attribute.has_g())
        visitNodes(*attribute.mutable_g()->mutable_node(), visit);
      for (onnx::GraphProto &graph : *attribute.mutable_graphs())
        visitNodes(*graph.mutable_node(), visit);
    }
  }
}

Identity identityOf(const onnx::NodeProto &node) { return {node.domain(), node.op_type(), node.overload()}; }
Identity identityOf(const onnx::FunctionProto &function) { return {function.domain(), function.name(), function.overload()}; }

std::string joined(const Identity &identity) { return std::get<1>(identity) + "[" + std::get<2>(identity) + "]"; }

} // namespace

void nameNestedOverloads(onnx::ModelProto &model) {
  std::set<Identity> nested;
  for (onnx::FunctionProto &function : *model.mutable_functions())
    visitNodes(*function.mutable_node(), [&](onnx::NodeProto &node) {
      if (!node.overload().empty())
        nested.insert(identityOf(node));
    });
  if (nested.empty())
    return;
  auto rename = [&](onnx::NodeProto &node) {
    Identity identity = identityOf(node);
    if (!nested.contains(identity))
      return;
    node.set_op_type(joined(identity));
    node.clear_overload();
  };
  visitNodes(*model.mutable_graph()->mutable_node(), rename);
  for (onnx::FunctionProto &function : *model.mutable_functions()) {
    Identity identity = identityOf(function);
    if (nested.contains(identity)) {
      function.set_name(joined(identity));
      function.clear_overload();
    }
    visitNodes(*function.mutable_node(), rename);
  }
}

} // namespace onnxc::graph
