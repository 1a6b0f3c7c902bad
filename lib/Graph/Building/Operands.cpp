//===- Operands.cpp - Numbers become nodes -------------------------------------===//
//
// A number takes the element type that it meets: a Constant of that type where
// it is known, else a Constant and CastLike. Numbers that were computed at run
// time (a loop's index, a dimension) are cast.
//
//===------------------------------------------------------------------------===//
#include "Graph/Building/Builder.h"
#include "Graph/Inference/Inference.h"
#include "Graph/Inference/OnDemand.h"

#include <algorithm>
#include <cmath>

namespace onnxc::graph {

namespace {

Error doesNotConvert(const Literal &literal, DType dtype) {
  return {ErrorId::LiteralRange, toString(literal) + " does not fit " + toString(dtype), -1, {}};
}

/// A type that holds the literal exactly, for CastLike to round once.
DType exactType(const Literal &literal) {
  DType dtype = defaultType(literal);
  if (dtype != DType::FLOAT)
    return dtype;
  bool isExact = std::all_of(literal.data.begin(), literal.data.end(), [](const Number &number) {
    auto *value = std::get_if<double>(&number);
    return !value || std::isnan(*value) || static_cast<double>(static_cast<float>(*value)) == *value;
  });
  return isExact ? DType::FLOAT : DType::DOUBLE;
}

} // namespace

Type Builder::typeOf(const Value *value) {
  if (!value)
    return Type::tensor(ElemType());
  if (!value->typeKnown && inferValue(value)) {
    Type unknown = Type::tensor(ElemType());
    unknown.kind = Type::Kind::Unknown;
    return unknown;
  }
  Type type = value->type;
  type.elem = fn->typeVars.resolve(type.elem);
  return type;
}

Type Builder::typeOf(const Operand &operand) {
  if (!operand.literal)
    return typeOf(operand.value);
  return Type::tensor(defaultType(*operand.literal), Shape(operand.literal->dims.begin(), operand.literal->dims.end()));
}

ElemType Builder::elemOf(const Value *value) {
  if (onQuestion)
    (*onQuestion)(value, Fact::Elem, -1);
  return typeOf(value).elem;
}

int64_t Builder::rankOf(const Value *value) {
  if (onQuestion)
    (*onQuestion)(value, Fact::Rank, -1);
  Type type = typeOf(value);
  return type.kind == Type::Kind::Tensor ? type.rank() : -1;
}

Dim Builder::dimOf(const Value *value, int64_t axis) {
  if (onQuestion)
    (*onQuestion)(value, Fact::Dim, axis);
  Type type = typeOf(value);
  return type.shape && axis < type.rank() ? (*type.shape)[axis] : Dim();
}

/// The element type of what an operand is made of; a literal's default, a flexible value's own.
ElemType Builder::elemOf(const Operand &operand) {
  return operand.literal ? ElemType(defaultType(*operand.literal)) : elemOf(operand.value);
}

/// The type that a flexible operand takes when it never meets one.
DType Builder::defaultOf(const Operand &operand) {
  if (operand.literal)
    return defaultType(*operand.literal);
  // A flexible value's type is what the builder gave it; it is no question to an argument.
  ElemType elem = typeOf(operand.value).elem;
  if (elem == ElemType(DType::DOUBLE))
    return operand.declaredDouble ? DType::DOUBLE : DType::FLOAT;
  return elem.isKnown() && isInteger(elem.dtype) ? DType::INT64 : elem.dtype;
}

Value *Builder::witness(ElemType elem) {
  elem = fn->typeVars.resolve(elem);
  if (elem.isKnown() || elem.var < 0)
    return nullptr;
  auto matches = [&](const Value &value) {
    return value.typeKnown && value.type.kind == Type::Kind::Tensor && fn->typeVars.resolve(value.type.elem) == elem;
  };
  for (const Graph *graph = current; graph; graph = graph->parent)
    for (const auto &input : graph->inputs)
      if (matches(*input))
        return input.get();
  for (const Graph *graph = current; graph; graph = graph->parent)
    for (auto node = graph->nodes.rbegin(); node != graph->nodes.rend(); ++node)
      for (const auto &output : (*node)->outputs)
        if (matches(*output))
          return output.get();
  return nullptr;
}

Value *Builder::constant(onnx::TensorProto tensor) {
  auto node = std::make_unique<Node>();
  node->opType = "Constant";
  Status status = findOperator(*node, 0);
  assert(!status && "Constant exists in all opsets");
  Type type = Type::tensor(static_cast<DType>(tensor.data_type()), Shape(tensor.dims().begin(), tensor.dims().end()));
  node->attributes.push_back(attr("value", std::move(tensor)));
  node->outputs.push_back(std::make_unique<Value>());
  node->outputs[0]->type = std::move(type);
  node->outputs[0]->typeKnown = true;
  node->location = location;
  node->scope = scope;
  return current->addNode(std::move(node))->outputs[0].get();
}

Result<Value *> Builder::constant(const Literal &literal, DType dtype) {
  if (!fits(literal, dtype))
    return doesNotFit(literal, dtype);
  return constant(toTensor(literal, dtype));
}

Result<Value *> Builder::attributeConstant(const AttributeParam &param) {
  const char *name = nullptr;
  switch (param.type) {
  case onnx::AttributeProto::FLOAT:
    name = "value_float";
    break;
  case onnx::AttributeProto::INT:
    name = "value_int";
    break;
  case onnx::AttributeProto::STRING:
    name = "value_string";
    break;
  case onnx::AttributeProto::FLOATS:
    name = "value_floats";
    break;
  case onnx::AttributeProto::INTS:
    name = "value_ints";
    break;
  case onnx::AttributeProto::STRINGS:
    name = "value_strings";
    break;
  case onnx::AttributeProto::TENSOR:
    name = "value";
    break;
  default:
    return Error{ErrorId::AttributeType, "attribute '" + param.name + "' can't be used as a tensor", -1, {}};
  }
  Attributes attributes;
  attributes.push_back(attrRef(name, param));
  return op("Constant", {}, std::move(attributes));
}

Result<Value *> Builder::castValue(Value *value, DType dtype) {
  Attributes attributes;
  attributes.push_back(attr("to", static_cast<int64_t>(dtype)));
  return op("Cast", {value}, std::move(attributes));
}

Result<Value *> Builder::castLike(const Operand &operand, Value *like) {
  if (fn->opset < 15)
    return Error{ErrorId::UnknownType,
                 "the element type that the number takes is not known, and CastLike exists since opset 15 only",
                 -1,
                 {}};
  Result<Value *> value = operand.value;
  if (operand.literal) {
    // Where no type of the variable can hold the number, say so now.
    ElemType elem = typeOf(like).elem;
    if (elem.var >= 0) {
      const std::vector<DType> &allowed = fn->typeVars.allowedFor(elem.var);
      bool fitsOne = allowed.empty() || std::any_of(allowed.begin(), allowed.end(),
                                                    [&](DType dtype) { return fits(*operand.literal, dtype); });
      if (!fitsOne)
        return doesNotFit(*operand.literal, allowed.front());
    }
    value = constant(*operand.literal, exactType(*operand.literal));
  }
  Result<Value *> result = value ? op("CastLike", {*value, like}) : value;
  if (result)
    (*result)->producer->givesNumber = true;
  return result;
}

Result<Value *> Builder::materialise(const Operand &operand, ElemType elem) {
  if (!operand.isFlexible())
    return operand.value;
  elem = fn->typeVars.resolve(elem);
  if (!elem.isKnown() && elem.var >= 0) {
    if (Value *like = witness(elem))
      return castLike(operand, like);
    return Error{ErrorId::UnknownType, "the element type that the number takes is not known here", -1, {}};
  }
  DType dtype = elem.isKnown() ? elem.dtype : defaultOf(operand);
  if (operand.literal)
    return constant(*operand.literal, dtype);
  ElemType own = typeOf(operand.value).elem;
  if (dtype == DType::UNDEFINED || own == ElemType(dtype))
    return operand.value;
  if (own.isKnown() && isFloat(own.dtype) && isInteger(dtype))
    return fractionMeets(dtype);
  return castValue(operand.value, dtype);
}

Result<Value *> Builder::materialiseLike(const Operand &operand, Value *like) {
  if (!operand.isFlexible())
    return operand.value;
  ElemType elem = elemOf(like);
  return elem.isKnown() ? materialise(operand, elem) : castLike(operand, like);
}

Result<Operand> Builder::cast(const Operand &operand, DType dtype) {
  Result<Value *> value = nullptr;
  bool isText = operand.literal && !operand.literal->data.empty() && operand.literal->data[0].index() == 4;
  if (operand.literal && (dtype == DType::STRING) == isText) {
    std::optional<Literal> converted = convert(*operand.literal, dtype);
    if (!converted)
      return doesNotConvert(*operand.literal, dtype);
    value = constant(toTensor(*converted, dtype));
  } else {
    // A number of the run time is cast from the type in which it was computed.
    value = operand.value ? Result<Value *>(operand.value) : materialise(operand);
    if (value && elemOf(*value) != ElemType(dtype))
      value = castValue(*value, dtype);
  }
  if (!value)
    return value.error();
  return Operand(*value);
}

Result<Operand> Builder::convertNumber(const Operand &operand, DType dtype) {
  Operand result = operand;
  if (operand.literal) {
    result.literal = convert(*operand.literal, dtype);
    if (!result.literal)
      return doesNotConvert(*operand.literal, dtype);
    result.literal->declaredDouble = operand.literal->declaredDouble;
    return result;
  }
  if (typeOf(operand.value).elem == ElemType(dtype))
    return result;
  Result<Value *> value = castValue(operand.value, dtype);
  if (!value)
    return value.error();
  result.value = *value;
  result.flexible = true;
  return result;
}

} // namespace onnxc::graph
