//===- Graph.cpp - Values, nodes, graphs, functions --------------------------===//
#include "Graph/IR/Graph.h"

namespace onnxc::graph {

const Attribute *Node::attribute(const std::string &name) const {
  for (const Attribute &attribute : attributes)
    if (attribute.proto.name() == name)
      return &attribute;
  return nullptr;
}

const AttributeParam *Function::attribute(const std::string &name) const {
  for (const AttributeParam &param : attributes)
    if (param.name == name)
      return &param;
  return nullptr;
}

Value *Graph::addInput(std::string hint, Type type) {
  auto value = std::make_unique<Value>();
  value->index = static_cast<unsigned>(inputs.size());
  value->graph = this;
  value->hint = std::move(hint);
  value->type = std::move(type);
  value->typeKnown = true;
  inputs.push_back(std::move(value));
  return inputs.back().get();
}

Node *Graph::addNode(std::unique_ptr<Node> node) {
  node->graph = this;
  for (unsigned i = 0; i < node->outputs.size(); ++i) {
    Value &output = *node->outputs[i];
    output.producer = node.get();
    output.index = i;
    output.graph = this;
  }
  for (Attribute &attribute : node->attributes)
    if (attribute.graph)
      attribute.graph->owner = node.get();
  nodes.push_back(std::move(node));
  return nodes.back().get();
}

bool Graph::sees(const Value *value) const {
  for (const Graph *graph = this; graph; graph = graph->parent)
    if (value->graph == graph)
      return true;
  return false;
}

void replaceAllUses(Graph &graph, const Value *from, Value *to) {
  auto replace = [&](Value *&use) {
    if (use == from)
      use = to;
  };
  for (auto &node : graph.nodes) {
    for (Value *&input : node->inputs)
      replace(input);
    for (Attribute &attribute : node->attributes)
      if (attribute.graph)
        replaceAllUses(*attribute.graph, from, to);
  }
  for (Value *&output : graph.outputs)
    replace(output);
}

} // namespace onnxc::graph
