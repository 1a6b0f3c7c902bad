//===- Overloads.cpp - Overloads that ONNX Runtime can load --------------------------===//
//
// ONNX Runtime 1.32 forgets the overload of a call inside a function, and then
// finds no such function. In models that are to be run, such functions carry
// their overload in the name: reduce<0, 2>.
//
//===------------------------------------------------------------------------===//
#include "Graph/Model/Overloads.h"
#include "Graph/IR/Protos.h"
#include "Graph/Model/Model.h"
#include "Support/Overload.h"

#include <tuple>

namespace onnxc::graph {

using Key = std::tuple<std::string, std::string, std::string>;

void moveOverloadsIntoNames(onnx::ModelProto &model) {
  std::set<Key> called;
  for (onnx::FunctionProto &function : *model.mutable_functions())
    forEachNode(*function.mutable_node(), [&](onnx::NodeProto &node) {
      if (!node.overload().empty())
        called.emplace(node.domain(), node.op_type(), node.overload());
    });
  if (called.empty())
    return;
  auto renameCall = [&](onnx::NodeProto &node) {
    if (!called.contains({node.domain(), node.op_type(), node.overload()}))
      return;
    node.set_op_type(support::overloadedName(node.op_type(), node.overload()));
    node.clear_overload();
  };
  for (onnx::FunctionProto &function : *model.mutable_functions()) {
    forEachNode(*function.mutable_node(), renameCall);
    if (!called.contains({function.domain(), function.name(), function.overload()}))
      continue;
    function.set_name(support::overloadedName(function.name(), function.overload()));
    function.clear_overload();
  }
  forEachNode(*model.mutable_graph()->mutable_node(), renameCall);
}

} // namespace onnxc::graph
