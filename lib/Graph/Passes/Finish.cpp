//===- Finish.cpp - Makes a built function legal and tight ------------------------===//
#include "Graph/Passes/Finish.h"
#include "Graph/Inference/SchemaInfo.h"
#include "Graph/Passes/Names.h"
#include "Graph/Passes/Prune.h"
#include "Graph/Passes/Serialize.h"

#include <unordered_set>

namespace onnxc::graph {

namespace {

Value *addIdentity(Graph &graph, Value *value) {
  auto node = std::make_unique<Node>();
  node->opType = "Identity";
  node->schema = findSchema("", "Identity", graph.function->opset);
  node->sinceVersion = node->schema ? node->schema->SinceVersion() : 1;
  node->inputs.push_back(value);
  auto output = std::make_unique<Value>();
  output->type = value->type;
  output->typeKnown = value->typeKnown;
  output->used = true;
  node->outputs.push_back(std::move(output));
  if (value->producer) {
    node->location = value->producer->location;
    node->scope = value->producer->scope;
  }
  return graph.addNode(std::move(node))->outputs[0].get();
}

bool isWrittenWithType(const Value &value) {
  Type type = finalType(value);
  return type.kind != Type::Kind::Unknown && type.elem.isKnown();
}

/// Which values a graph may return as they are. ONNX Runtime refuses outer values everywhere, and inputs and repeated
/// outputs of functions; Loop bodies may return their inputs in any order and a value twice, if the function is written
/// with their element type, but not the counter, which ONNX Runtime advances in place.
void fixOutputs(Graph &graph) {
  bool isLoop = graph.owner && graph.owner->domain.empty() && graph.owner->opType == "Loop";
  std::unordered_set<const Value *> seen;
  for (Value *&output : graph.outputs) {
    bool isOuter = output->graph != &graph, isFormal = !output->producer;
    bool mustDiffer = isFormal || !seen.insert(output).second;
    bool isCounter = isLoop && isFormal && output->index == 0;
    if (isOuter || isCounter || (mustDiffer && (!isLoop || !isWrittenWithType(*output))))
      output = addIdentity(graph, output);
  }
}

/// Identity where ONNX or ONNX Runtime does not accept a value as an output.
void fixAllOutputs(Graph &graph) {
  for (auto &node : graph.nodes)
    for (Attribute &attribute : node->attributes)
      if (attribute.graph)
        fixAllOutputs(*attribute.graph);
  fixOutputs(graph);
}

void collectDomains(const Graph &graph, std::map<std::string, int64_t> &imports, const Function &function) {
  for (const auto &node : graph.nodes) {
    if (node->callee)
      imports[node->domain] = node->callee->version;
    else if (!node->domain.empty())
      if (auto known = function.opsetImports.find(node->domain); known != function.opsetImports.end())
        imports.insert(*known);
    for (const Attribute &attribute : node->attributes)
      if (attribute.graph)
        collectDomains(*attribute.graph, imports, function);
  }
}

} // namespace

void finish(Function &function) {
  captureInvariants(function);
  prune(function);
  fixAllOutputs(function.body);
  assignNames(function);
  std::map<std::string, int64_t> imports;
  collectDomains(function.body, imports, function);
  function.opsetImports = std::move(imports);
}

} // namespace onnxc::graph
