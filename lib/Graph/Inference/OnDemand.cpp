//===- OnDemand.cpp - Inference when someone asks --------------------------------===//
//
// Traces infer only what is asked. Chains of nodes may be long: no recursion but
// over nesting.
//
//===------------------------------------------------------------------------===//
#include "Graph/Inference/OnDemand.h"
#include "Graph/Inference/Inference.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

bool isInferred(const Node &node) {
  return std::all_of(node.outputs.begin(), node.outputs.end(), [](const auto &output) { return output->typeKnown; });
}

/// The nodes that must be inferred before `node`, onto the stack.
void pushNeeded(const Node &node, std::vector<Node *> &stack) {
  auto push = [&](const Value *value) {
    if (value && value->producer && !value->typeKnown)
      stack.push_back(value->producer);
  };
  for (const Value *input : node.inputs)
    push(input);
  for (const Attribute &attribute : node.attributes)
    if (attribute.graph)
      for (const Value *output : attribute.graph->outputs)
        push(output);
}

Status inferAllOf(Graph &graph) {
  for (auto &node : graph.nodes) {
    for (Attribute &attribute : node->attributes)
      if (attribute.graph)
        if (Status status = inferAllOf(*attribute.graph))
          return status;
    if (!isInferred(*node))
      if (Status status = inferNode(*node))
        return status;
  }
  return std::nullopt;
}

} // namespace

Status inferValue(const Value *value) {
  if (!value->producer || value->typeKnown)
    return std::nullopt;
  std::vector<Node *> stack{value->producer};
  while (!stack.empty()) {
    Node *node = stack.back();
    size_t before = stack.size();
    if (!isInferred(*node))
      pushNeeded(*node, stack);
    if (stack.size() > before)
      continue;
    stack.pop_back();
    if (!isInferred(*node))
      if (Status status = inferNode(*node))
        return status;
  }
  return std::nullopt;
}

Status inferAll(Function &function) { return inferAllOf(function.body); }

} // namespace onnxc::graph
