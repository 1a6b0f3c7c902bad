//===- Inference.cpp - Types and shapes of nodes and graphs --------------------===//
#include "Graph/Inference/Inference.h"
#include "Graph/Inference/ControlTypes.h"
#include "Graph/Inference/GivenNumber.h"
#include "Graph/Inference/InferCall.h"
#include "Graph/Inference/NodeInference.h"
#include "Graph/Inference/TypeSolver.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

/// Elementwise operators on tensors of one shape (and scalars) need no inference. False: ask onnx.
bool inferPlainShape(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  ShapeRule rule = schemaInfo(*node.schema).shapes;
  if (rule == ShapeRule::Inferred || outputs.size() != 1 || outputs[0].kind != Type::Kind::Tensor)
    return false;
  if (!outputs[0].elem.isKnown() && outputs[0].elem.var < 0) { // Cast
    const onnx::AttributeProto *to = env.attribute(node, "to");
    if (!to || to->i() <= 0 || std::string_view(toString(static_cast<DType>(to->i()))) == "unknown")
      return false;
    outputs[0].elem = static_cast<DType>(to->i());
  }
  const Type *shaped = nullptr;
  for (const Value *input : node.inputs) {
    if (!env.has(input))
      return false;
    const Type &type = env.typeOf(input);
    if (type.kind != Type::Kind::Tensor || !type.shape)
      return false;
    if (rule == ShapeRule::Unary) {
      shaped = &type;
      break;
    }
    if (!shaped || shaped->shape->empty())
      shaped = &type;
    else if (!type.shape->empty() && *type.shape != *shaped->shape)
      return false;
  }
  // Two unknown dimensions are not the same dimension; one may be 1.
  bool isExact =
      node.inputs.size() == 1 || rule == ShapeRule::Unary ||
      std::none_of(shaped->shape->begin(), shaped->shape->end(), [](const Dim &dim) { return dim == Dim(); });
  if (!isExact)
    return false;
  outputs[0].shape = shaped->shape;
  return true;
}

DType typeOfConstant(const std::string &name) {
  if (name.starts_with("value_float"))
    return DType::FLOAT;
  return name.starts_with("value_int") ? DType::INT64 : DType::STRING;
}

int64_t lengthOf(const onnx::AttributeProto &proto) {
  return std::max({proto.floats_size(), proto.ints_size(), proto.strings_size()});
}

/// Constant, whose value may be a reference to an attribute parameter.
Type constantType(const Node &node, TypeEnv &env) {
  for (const Attribute &attribute : node.attributes) {
    const std::string &name = attribute.proto.name();
    const onnx::AttributeProto *proto = env.resolve(attribute);
    if (name == "value") {
      if (!proto || !proto->has_t())
        break;
      Shape shape;
      for (int64_t dim : proto->t().dims())
        shape.emplace_back(dim);
      return Type::tensor(static_cast<DType>(proto->t().data_type()), std::move(shape));
    }
    if (!name.starts_with("value_"))
      break;
    if (!name.ends_with('s'))
      return Type::scalar(typeOfConstant(name));
    return Type::tensor(typeOfConstant(name), Shape{proto ? Dim(lengthOf(*proto)) : Dim()});
  }
  return Type::tensor(ElemType());
}

} // namespace

Status inferOutputs(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  outputs.assign(node.outputs.size(), Type());
  if (node.callee)
    return inferCallNode(node, env, outputs);
  if (!node.schema) {
    for (Type &type : outputs)
      type.elem = ElemType::variable(env.vars.fresh());
    return std::nullopt;
  }
  if (isControl(node))
    return inferControl(node, env, outputs);
  if (node.domain.empty() && node.opType == "Constant") {
    outputs[0] = constantType(node, env);
  } else {
    TypeSolver solver(node, env);
    if (Status status = solver.checkInputs())
      return status;
    if (Status status = checkGivenNumber(node, env))
      return status;
    for (size_t i = 0; i < outputs.size(); ++i)
      outputs[i] = solver.output(i);
    if (!inferPlainShape(node, env, outputs))
      if (Status status = inferByOnnx(node, env, outputs))
        return status;
  }
  for (Type &type : outputs)
    if (!type.elem.isKnown() && type.elem.var < 0 && type.kind != Type::Kind::Other)
      type.elem = ElemType::variable(env.vars.fresh());
  return std::nullopt;
}

Status inferNode(Node &node) {
  TypeEnv env{node.graph->function->typeVars};
  std::vector<Type> outputs;
  Status status = inferOutputs(node, env, outputs);
  if (status)
    return status;
  for (size_t i = 0; i < outputs.size(); ++i)
    env.setType(node.outputs[i].get(), std::move(outputs[i]));
  return std::nullopt;
}

Status inferGraph(const Graph &graph, TypeEnv &env) {
  std::vector<Type> outputs;
  for (const auto &node : graph.nodes) {
    if (Status status = inferOutputs(*node, env, outputs))
      return status;
    for (size_t i = 0; i < outputs.size(); ++i)
      env.setType(node->outputs[i].get(), std::move(outputs[i]));
  }
  return std::nullopt;
}

} // namespace onnxc::graph
