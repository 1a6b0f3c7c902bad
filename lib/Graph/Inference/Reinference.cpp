//===- Reinference.cpp - A function's types for other arguments ---------------===//
#include "Graph/Inference/Reinference.h"
#include "Graph/Inference/Inference.h"

namespace onnxc::graph {

namespace {

bool isInside(const Graph *graph, const Graph *ancestor) {
  for (; graph; graph = graph->parent)
    if (graph == ancestor)
      return true;
  return false;
}

/// The node in a graph without owner (the body, or a nested graph that is being built) that holds the value.
const Node *outermostNode(const Value *value) {
  if (value->graph->owner) {
    const Node *node = value->graph->owner;
    while (node->graph->owner)
      node = node->graph->owner;
    return node;
  }
  return value->producer;
}

} // namespace

Reinference::Reinference(const Function &function, const std::vector<std::optional<Type>> &inputs,
                         std::vector<onnx::AttributeProto> attributes)
    : attributes(std::move(attributes)) {
  if (!this->attributes.empty())
    overlay.attributes = &this->attributes;
  for (size_t i = 0; i < function.body.inputs.size(); ++i) {
    const Value *formal = function.body.inputs[i].get();
    if (i >= inputs.size() || !inputs[i]) {
      overlay.absent.insert(formal);
      continue;
    }
    Type type = *inputs[i];
    if (type.kind != Type::Kind::Unknown && !type.elem.isKnown())
      type.elem = ElemType::variable(vars.fresh());
    overlay.types[formal] = std::move(type);
  }
}

void Reinference::addMissing(const Value *value, std::vector<const Node *> &pending) {
  if (!value)
    return;
  const Node *node = outermostNode(value);
  if (node && !done.contains(node))
    pending.push_back(node);
}

void Reinference::addMissing(const Graph &nested, std::vector<const Node *> &pending) {
  auto add = [&](const Value *value) {
    if (value && !isInside(value->graph, &nested))
      addMissing(value, pending);
  };
  for (const auto &node : nested.nodes) {
    for (const Value *input : node->inputs)
      add(input);
    for (const Attribute &attribute : node->attributes)
      if (attribute.graph)
        addMissing(*attribute.graph, pending);
  }
  for (const Value *output : nested.outputs)
    add(output);
}

void Reinference::addMissing(const Node *node, std::vector<const Node *> &pending) {
  for (const Value *input : node->inputs)
    addMissing(input, pending);
  for (const Attribute &attribute : node->attributes)
    if (attribute.graph) {
      // A nested graph inside a nested one may name values of the one between: those are inferred with their owner.
      std::vector<const Node *> nested;
      addMissing(*attribute.graph, nested);
      for (const Node *needed : nested)
        if (needed != node)
          pending.push_back(needed);
    }
}

void Reinference::infer(const Node *node) {
  std::vector<const Node *> pending{node};
  while (!pending.empty()) {
    const Node *next = pending.back();
    if (done.contains(next)) {
      pending.pop_back();
      continue;
    }
    size_t before = pending.size();
    addMissing(next, pending);
    if (pending.size() > before)
      continue;
    pending.pop_back();
    done.insert(next);
    TypeEnv env{vars, &overlay};
    std::vector<Type> outputs;
    if (inferOutputs(*next, env, outputs))
      continue;
    for (size_t i = 0; i < outputs.size(); ++i)
      overlay.types[next->outputs[i].get()] = std::move(outputs[i]);
  }
}

namespace {

void takeTypes(Graph &graph, Overlay &overlay) {
  auto take = [&](Value &value) {
    if (auto found = overlay.types.find(&value); found != overlay.types.end())
      value.type = std::move(found->second);
    value.type.elem = graph.function->typeVars.resolve(value.type.elem);
    value.typeKnown = true;
  };
  for (auto &input : graph.inputs)
    take(*input);
  for (auto &node : graph.nodes) {
    for (auto &output : node->outputs)
      take(*output);
    for (Attribute &attribute : node->attributes)
      if (attribute.graph)
        takeTypes(*attribute.graph, overlay);
  }
}

} // namespace

void inferAgain(Function &function) {
  Overlay overlay;
  for (const auto &input : function.body.inputs)
    overlay.types[input.get()] = input->type;
  TypeEnv env{function.typeVars, &overlay};
  std::vector<Type> outputs;
  Type unknown;
  unknown.kind = Type::Kind::Unknown;
  for (const auto &node : function.body.nodes) {
    // What onnx refuses here it also refuses in the model, which is checked when it is complete.
    if (inferOutputs(*node, env, outputs))
      outputs.assign(node->outputs.size(), unknown);
    for (size_t i = 0; i < outputs.size(); ++i)
      env.setType(node->outputs[i].get(), std::move(outputs[i]));
  }
  takeTypes(function.body, overlay);
}

void Reinference::assume(const Value *input, Type type) {
  if (type.kind != Type::Kind::Unknown && !type.elem.isKnown() && type.elem.var < 0)
    type.elem = ElemType::variable(vars.fresh());
  overlay.types[input] = std::move(type);
}

Type Reinference::typeOf(const Value *value) {
  if (const Node *node = outermostNode(value))
    infer(node);
  TypeEnv env{vars, &overlay};
  Type type = env.typeOf(value);
  type.elem = vars.resolve(type.elem);
  return type;
}

} // namespace onnxc::graph
