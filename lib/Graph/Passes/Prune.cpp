//===- Prune.cpp - Removes what nothing reads -----------------------------------===//

#include "Graph/Passes/Prune.h"
#include <algorithm>
#include <unordered_map>

namespace onnxc::graph {

namespace {

bool isOperator(const Node &node, const char *opType) {
  return node.domain.empty() && !node.callee && node.opType == opType;
}

Graph *nested(const Node &node, const char *name) {
  const Attribute *attribute = node.attribute(name);
  return attribute ? attribute->graph.get() : nullptr;
}

template <class F> void forEachNested(Node &node, F &&visit) {
  for (Attribute &attribute : node.attributes)
    if (attribute.graph)
      visit(*attribute.graph);
}

/// Values that are the same as others, collected first and replaced in one pass.
class Invariants {
public:
  void run(Graph &body) {
    collect(body);
    if (!same.empty())
      replace(body);
  }

private:
  Value *resolve(Value *value) {
    Value *root = value;
    for (auto found = same.find(root); found != same.end(); found = same.find(root))
      root = found->second;
    while (value != root) // later look-ups are short
      value = std::exchange(same[value], root);
    return root;
  }

  void collect(Graph &graph) {
    for (auto &node : graph.nodes) {
      forEachNested(*node, [&](Graph &inner) { collect(inner); });
      if (isOperator(*node, "Loop"))
        collectLoop(*node);
      else if (isOperator(*node, "If"))
        collectIf(*node);
    }
  }

  void collectLoop(Node &node) {
    Graph &body = *nested(node, "body");
    for (size_t i = 2; i < node.inputs.size(); ++i) {
      Value *formal = body.inputs[i].get();
      if (resolve(body.outputs[i - 1]) != formal)
        continue;
      Value *initial = resolve(node.inputs[i]);
      same[formal] = initial;
      same[node.outputs[i - 2].get()] = initial;
    }
  }

  void collectIf(Node &node) {
    Graph &thenGraph = *nested(node, "then_branch"), &elseGraph = *nested(node, "else_branch");
    for (size_t i = 0; i < node.outputs.size(); ++i)
      if (Value *value = resolve(thenGraph.outputs[i]); value == resolve(elseGraph.outputs[i]))
        same[node.outputs[i].get()] = value; // seen by both branches, so defined outside
  }

  void replace(Graph &graph) {
    for (auto &node : graph.nodes) {
      for (Value *&input : node->inputs)
        if (input)
          input = resolve(input);
      forEachNested(*node, [&](Graph &inner) { replace(inner); });
    }
    for (Value *&output : graph.outputs)
      output = resolve(output);
  }

  std::unordered_map<Value *, Value *> same;
};

/// Marks what the outputs need. Results of If and states of Loop are needed one by one.
class Liveness {
public:
  void run(Graph &body) {
    for (Value *output : body.outputs)
      demand(output);
    while (!pending.empty()) {
      Value *value = pending.back();
      pending.pop_back();
      if (value->producer)
        needProducer(*value);
      else if (Node *owner = value->graph->owner)
        needFormal(*value, *owner);
    }
  }

private:
  void demand(Value *value) {
    if (!value || value->used)
      return;
    value->used = true;
    pending.push_back(value);
  }

  void needState(Node &loop, size_t state) {
    Graph &body = *nested(loop, "body");
    demand(loop.outputs[state].get());
    demand(body.inputs[2 + state].get());
    demand(loop.inputs[2 + state]);
    demand(body.outputs[1 + state]);
  }

  void needFormal(Value &formal, Node &owner) {
    if (isOperator(owner, "Loop") && formal.index >= 2)
      needState(owner, formal.index - 2);
  }

  void needProducer(Value &value) {
    Node &node = *value.producer;
    if (isOperator(node, "If")) {
      demand(node.inputs[0]);
      for (const char *branch : {"then_branch", "else_branch"})
        demand(nested(node, branch)->outputs[value.index]);
      return;
    }
    if (isOperator(node, "Loop")) {
      size_t states = node.inputs.size() - 2;
      demand(node.inputs[0]);
      demand(node.inputs[1]);
      demand(nested(node, "body")->outputs[0]);
      if (value.index < states)
        needState(node, value.index);
      else
        demand(nested(node, "body")->outputs[1 + value.index]);
      return;
    }
    for (Value *input : node.inputs)
      demand(input);
    forEachNested(node, [&](Graph &graph) {
      for (Value *output : graph.outputs)
        demand(output);
    });
  }

  std::vector<Value *> pending;
};

void clearMarks(Graph &graph) {
  for (auto &input : graph.inputs)
    input->used = false;
  for (auto &node : graph.nodes) {
    for (auto &output : node->outputs)
      output->used = false;
    forEachNested(*node, clearMarks);
  }
}

/// Removes the elements at the positions `from + i` with keep[i] false.
template <class T> void keepOnly(std::vector<T> &elements, size_t from, const std::vector<bool> &keep) {
  size_t to = from;
  for (size_t i = from; i < elements.size(); ++i)
    if (i - from >= keep.size() || keep[i - from])
      elements[to++] = std::move(elements[i]);
  elements.resize(to);
}

void renumber(std::vector<std::unique_ptr<Value>> &values) {
  for (size_t i = 0; i < values.size(); ++i)
    values[i]->index = static_cast<unsigned>(i);
}

void trim(Node &node) {
  std::vector<bool> keep;
  for (const auto &output : node.outputs)
    keep.push_back(output->used);
  if (std::find(keep.begin(), keep.end(), false) == keep.end())
    return;
  if (isOperator(node, "If")) {
    for (const char *branch : {"then_branch", "else_branch"})
      keepOnly(nested(node, branch)->outputs, 0, keep);
  } else if (isOperator(node, "Loop")) {
    Graph &body = *nested(node, "body");
    keepOnly(body.outputs, 1, keep);
    keep.resize(node.inputs.size() - 2);
    keepOnly(node.inputs, 2, keep);
    keepOnly(body.inputs, 2, keep);
    renumber(body.inputs);
    keep.clear();
    for (const auto &output : node.outputs)
      keep.push_back(output->used);
  } else {
    return;
  }
  keepOnly(node.outputs, 0, keep);
  renumber(node.outputs);
}

void removeDead(Graph &graph) {
  std::erase_if(graph.nodes, [](const std::unique_ptr<Node> &node) {
    return std::none_of(node->outputs.begin(), node->outputs.end(), [](const auto &output) { return output->used; });
  });
  for (auto &node : graph.nodes) {
    trim(*node);
    forEachNested(*node, removeDead);
  }
}

} // namespace

void captureInvariants(Function &function) { Invariants().run(function.body); }

void prune(Function &function) {
  clearMarks(function.body);
  Liveness().run(function.body);
  removeDead(function.body);
}

} // namespace onnxc::graph
