//===- Verify.cpp - Our own verification ------------------------------------------===//
//
// onnx's checker misses much: values that no one makes inside functions,
// references to attributes that are not declared, types.
//
//===------------------------------------------------------------------------===//
#include "Graph/Passes/Verify.h"
#include "Graph/Inference/SchemaInfo.h"
#include "Graph/Passes/Finish.h"

#include <unordered_set>

namespace onnxc::graph {

namespace {

class Verifier {
public:
  explicit Verifier(const Function &function) : function(function) {}

  Status run() {
    for (const auto &input : function.body.inputs)
      if (Status status = define(*input))
        return status;
    return checkGraph(function.body);
  }

private:
  Error broken(std::string what) const {
    return {ErrorId::Internal, "'" + function.domain + "::" + function.name + "': " + std::move(what), -1, {}};
  }

  Status define(const Value &value) {
    if (value.name.empty())
      return broken("a value without a name");
    if (!names.insert(value.name).second)
      return broken("the name '" + value.name + "' is used twice");
    defined.insert(&value);
    return std::nullopt;
  }

  Status checkRead(const Graph &graph, const Value *value, const std::string &where) const {
    if (!value)
      return std::nullopt;
    if (!defined.contains(value))
      return broken(where + " reads '" + value->name + "', which is not made before");
    if (!graph.sees(value))
      return broken(where + " reads '" + value->name + "' of another graph");
    return std::nullopt;
  }

  Status checkAttribute(const Attribute &attribute) const {
    const std::string &reference = attribute.proto.ref_attr_name();
    if (reference.empty())
      return std::nullopt;
    const AttributeParam *param = function.attribute(reference);
    if (!param)
      return broken("a reference to the attribute '" + reference + "', which is not declared");
    if (param->type != attribute.proto.type())
      return broken("a reference to the attribute '" + reference + "' with another type");
    return std::nullopt;
  }

  Status checkTypes(const Node &node) const {
    if (!node.schema)
      return std::nullopt;
    const SchemaInfo &info = schemaInfo(*node.schema);
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const Value *value = node.inputs[i];
      const Formal *formal = info.input(i);
      if (!formal)
        return broken("too many inputs of '" + node.opType + "'");
      if (!value || !value->typeKnown)
        continue;
      ElemType elem = function.typeVars.resolve(value->type.elem);
      bool isKnown = value->type.kind != Type::Kind::Unknown && value->type.kind != Type::Kind::Other && elem.isKnown();
      if (isKnown && !formal->allowed.has(value->type.kind, elem.dtype))
        return broken("'" + node.opType + "' can't read '" + value->name + "'");
    }
    return std::nullopt;
  }

  Status checkNode(const Node &node, const Graph &graph) {
    if (node.callee && (node.callee->name != node.opType || node.callee->domain != node.domain))
      return broken("a call of another function than its callee");
    for (const Value *input : node.inputs)
      if (Status status = checkRead(graph, input, "'" + node.opType + "'"))
        return status;
    if (Status status = checkTypes(node))
      return status;
    for (const Attribute &attribute : node.attributes) {
      if (Status status = checkAttribute(attribute))
        return status;
      if (!attribute.graph)
        continue;
      for (const auto &input : attribute.graph->inputs)
        if (Status status = define(*input))
          return status;
      if (Status status = checkGraph(*attribute.graph))
        return status;
    }
    for (const auto &output : node.outputs)
      if (output->used || !output->name.empty())
        if (Status status = define(*output))
          return status;
    return std::nullopt;
  }

  Status checkGraph(const Graph &graph) {
    for (const auto &node : graph.nodes)
      if (Status status = checkNode(*node, graph))
        return status;
    for (const Value *output : graph.outputs) {
      if (!output)
        return broken("an output is missing");
      if (Status status = checkRead(graph, output, "an output"))
        return status;
      if (output->graph != &graph)
        return broken("the outer value '" + output->name + "' is returned");
    }
    return std::nullopt;
  }

  const Function &function;
  std::unordered_set<std::string> names;
  std::unordered_set<const Value *> defined;
};

} // namespace

Status verify(const Function &function) { return Verifier(function).run(); }

} // namespace onnxc::graph
