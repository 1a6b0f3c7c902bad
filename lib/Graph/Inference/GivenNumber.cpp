//===- GivenNumber.cpp - Numbers whose type becomes known later -------------------===//
//
// Beside a tensor of unknown element type, a number is cast to it by CastLike
// (Operands.cpp). Where the type becomes known, at a call or by what follows in
// the body, the number must fit it just as if it had been known at once.
//
//===------------------------------------------------------------------------===//
#include "Graph/Inference/GivenNumber.h"

namespace onnxc::graph {

namespace {

/// The number of a Constant, also where it is an attribute parameter whose value is known here.
std::optional<Literal> constantOf(const Value &value, const TypeEnv &env) {
  const Node *producer = value.producer;
  if (!producer || !producer->domain.empty() || producer->opType != "Constant" || producer->attributes.empty())
    return std::nullopt;
  const onnx::AttributeProto *attribute = env.resolve(producer->attributes.front());
  return attribute ? literalOf(*attribute) : std::nullopt;
}

void collectMisfits(const Graph &graph, TypeEnv &env, std::vector<Error> &errors) {
  for (const auto &node : graph.nodes) {
    if (Status status = checkGivenNumber(*node, env))
      errors.push_back(std::move(*status));
    for (const Attribute &attribute : node->attributes)
      if (attribute.graph)
        collectMisfits(*attribute.graph, env, errors);
  }
}

} // namespace

Status checkGivenNumber(const Node &node, TypeEnv &env) {
  if (!node.givesNumber)
    return std::nullopt;
  ElemType given = env.elemOf(node.inputs[1]);
  if (!given.isKnown())
    return std::nullopt;
  Status status;
  if (std::optional<Literal> literal = constantOf(*node.inputs[0], env)) {
    if (!fits(*literal, given.dtype))
      status = doesNotFit(*literal, given.dtype);
  } else if (ElemType own = env.elemOf(node.inputs[0]); own.isKnown() && isFloat(own.dtype) && isInteger(given.dtype)) {
    status = fractionMeets(given.dtype);
  }
  if (status)
    status->location = node.location;
  return status;
}

std::vector<Error> misfits(Function &function) {
  TypeEnv env{function.typeVars};
  std::vector<Error> errors;
  collectMisfits(function.body, env, errors);
  return errors;
}

} // namespace onnxc::graph
