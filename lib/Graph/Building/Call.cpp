//===- Call.cpp - Calls of functions --------------------------------------------===//
#include "Graph/Building/Builder.h"
#include "Graph/Inference/SchemaInfo.h"
#include "Schema/Suggest.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

std::string quoted(const Function &function) {
  return "'" + (function.domain.empty() ? "" : function.domain + "::") + function.name + "'";
}

/// The type that a number takes which no argument of its type variable determines.
DType defaultFor(const Function &callee, ElemType elem, DType own) {
  if (elem.isKnown())
    return elem.dtype;
  const std::vector<DType> allowed = elem.var >= 0 ? callee.typeVars.allowedFor(elem.var) : std::vector<DType>();
  auto allows = [&](DType dtype) {
    return allowed.empty() || std::find(allowed.begin(), allowed.end(), dtype) != allowed.end();
  };
  if (allows(own))
    return own;
  for (DType dtype : {DType::FLOAT, DType::INT64, DType::DOUBLE, DType::INT32})
    if (allows(dtype))
      return dtype;
  return allowed.front();
}

} // namespace

Result<Attributes> Builder::callAttributes(const Function &callee, Attributes given) {
  for (const Attribute &attribute : given) {
    const AttributeParam *param = callee.attribute(attribute.proto.name());
    if (!param) {
      std::vector<std::string> names;
      for (const AttributeParam &known : callee.attributes)
        names.push_back(known.name);
      return Error{ErrorId::UnknownAttribute,
                   quoted(callee) + " has no attribute '" + attribute.proto.name() + "'" +
                       schema::didYouMean(attribute.proto.name(), names),
                   -1,
                   {}};
    }
    if (param->type != attribute.proto.type() && param->type != onnx::AttributeProto::UNDEFINED)
      return Error{ErrorId::AttributeType,
                   "attribute '" + param->name + "' of " + quoted(callee) + " is " +
                       onnx::AttributeProto::AttributeType_Name(param->type) + ", not " +
                       onnx::AttributeProto::AttributeType_Name(attribute.proto.type()),
                   -1,
                   {}};
  }
  Attributes result;
  for (const AttributeParam &param : callee.attributes) {
    auto found =
        std::find_if(given.begin(), given.end(), [&](const Attribute &a) { return a.proto.name() == param.name; });
    if (found != given.end()) {
      result.push_back(std::move(*found));
    } else if (param.defaultValue) {
      Attribute attribute;
      attribute.proto = *param.defaultValue;
      attribute.proto.set_name(param.name);
      result.push_back(std::move(attribute));
    } else if (!param.optional) {
      return Error{
          ErrorId::MissingAttribute, "attribute '" + param.name + "' of " + quoted(callee) + " is required", -1, {}};
    }
  }
  return result;
}

Result<std::vector<Value *>> Builder::callInputs(const Function &callee, std::vector<Operand> inputs) {
  const auto &formals = callee.body.inputs;
  if (inputs.size() > formals.size())
    return Error{ErrorId::InputCount,
                 quoted(callee) + " takes " + std::to_string(formals.size()) +
                     (formals.size() == 1 ? " input" : " inputs") + ", not " + std::to_string(inputs.size()),
                 static_cast<int>(formals.size()),
                 {}};
  while (!inputs.empty() && inputs.back().isAbsent())
    inputs.pop_back();
  /// A number's type by that of an argument whose parameter has the same type variable.
  auto partnerOf = [&](ElemType wanted) -> Value * {
    Value *like = nullptr;
    for (size_t i = 0; i < inputs.size() && !wanted.isKnown() && wanted.var >= 0; ++i)
      if (inputs[i].value && !inputs[i].isFlexible() && callee.typeVars.resolve(formals[i]->type.elem) == wanted) {
        if (elemOf(inputs[i].value).isKnown())
          return inputs[i].value;
        like = like ? like : inputs[i].value;
      }
    return like;
  };
  std::vector<Value *> values;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].isFlexible()) {
      values.push_back(inputs[i].value);
      continue;
    }
    ElemType wanted = callee.typeVars.resolve(formals[i]->type.elem);
    Value *like = partnerOf(wanted);
    Result<Value *> value = like ? materialiseLike(inputs[i], like)
                                 : materialise(inputs[i], defaultFor(callee, wanted, defaultOf(inputs[i])));
    if (!value) {
      value.error().operand = static_cast<int>(i);
      return value.error();
    }
    values.push_back(*value);
  }
  return values;
}

Result<std::vector<Value *>> Builder::call(const Function &callee, std::vector<Operand> inputs, Attributes attributes) {
  Result<Attributes> complete = callAttributes(callee, std::move(attributes));
  if (!complete)
    return complete.error();
  Result<std::vector<Value *>> values = callInputs(callee, std::move(inputs));
  if (!values)
    return values.error();
  auto node = std::make_unique<Node>();
  node->domain = callee.domain;
  node->opType = callee.name;
  node->overload = callee.overload;
  node->callee = &callee;
  node->attributes = std::move(*complete);
  node->inputs = std::move(*values);
  for (size_t i = 0; i < callee.body.outputs.size(); ++i)
    node->outputs.push_back(std::make_unique<Value>());
  fn->opsetImports[callee.domain] = callee.version;
  Result<Node *> made = makeNode(std::move(node));
  if (!made)
    return made.error();
  std::vector<Value *> outputs;
  for (const auto &output : (*made)->outputs)
    outputs.push_back(output.get());
  return outputs;
}

} // namespace onnxc::graph
