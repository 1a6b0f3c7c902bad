//===- AttributeValues.cpp - Known values as attributes of nodes ------------------------------===//
#include "CallLowering.h"
#include "Schema/Schema.h"

namespace onnxc::lower {

using frontend::Annotation;
using Proto = onnx::AttributeProto;

static void setKind(Proto &proto, const std::string &name, Proto::AttributeType type) {
  proto.set_name(name);
  proto.set_type(type);
}

static std::optional<float> floatOf(const Value &value) {
  if (!value.isKnownNumber())
    return std::nullopt;
  if (value.constant.isInt())
    return static_cast<float>(value.constant.getInt().getExtValue());
  llvm::APFloat number = value.constant.getFloat();
  bool lost;
  number.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &lost);
  return number.convertToFloat();
}

static Proto::AttributeType kindOf(const Value &value) {
  if (value.isKnownNumber())
    return value.constant.isFloat() ? Proto::FLOAT : Proto::INT;
  if (value.is(Value::Kind::Text))
    return Proto::STRING;
  if (value.is(Value::Kind::Constant))
    return value.proto ? value.proto->type() : Proto::TENSOR;
  if (!value.is(Value::Kind::Aggregate))
    return Proto::UNDEFINED;
  if (value.proto || (!value.elements.empty() && value.elements[0].is(Value::Kind::Text)))
    return Proto::STRINGS;
  if (!value.type.isNull())
    return value.type->isRealFloatingType() ? Proto::FLOATS : Proto::INTS;
  bool floats = !value.elements.empty() && value.elements[0].isKnownNumber() && value.elements[0].constant.isFloat();
  return floats ? Proto::FLOATS : Proto::INTS;
}

/// The attribute for a known value; none when a part of it is not known. `type` UNDEFINED: as the value suggests.
std::optional<Proto> CallLowering::attributeProto(const std::string &name, const Value &value,
                                                  Proto::AttributeType type) {
  if (type == Proto::UNDEFINED)
    type = kindOf(value);
  Proto proto;
  setKind(proto, name, type);
  auto list = [&](auto add) {
    if (!value.is(Value::Kind::Aggregate))
      return false;
    for (const Value &element : value.elements)
      if (!add(element))
        return false;
    return true;
  };
  switch (type) {
  case Proto::INT:
    if (auto number = value.knownInteger()) {
      proto.set_i(*number);
      return proto;
    }
    return std::nullopt;
  case Proto::FLOAT:
    if (auto number = floatOf(value)) {
      proto.set_f(*number);
      return proto;
    }
    return std::nullopt;
  case Proto::STRING:
    if (!value.is(Value::Kind::Text))
      return std::nullopt;
    proto.set_s(value.text);
    return proto;
  case Proto::INTS:
    if (!list([&](const Value &element) {
          auto number = element.knownInteger();
          if (number)
            proto.add_ints(*number);
          return number.has_value();
        }))
      return std::nullopt;
    return proto;
  case Proto::FLOATS:
    if (!list([&](const Value &element) {
          auto number = floatOf(element);
          if (number)
            proto.add_floats(*number);
          return number.has_value();
        }))
      return std::nullopt;
    return proto;
  case Proto::STRINGS:
    if (!list([&](const Value &element) {
          if (element.is(Value::Kind::Text))
            proto.add_strings(element.text);
          return element.is(Value::Kind::Text);
        }))
      return std::nullopt;
    return proto;
  case Proto::TENSOR:
    if (value.is(Value::Kind::Constant) && value.tensor) {
      *proto.mutable_t() = *value.tensor;
      return proto;
    }
    if (auto tensor = typedConstant(value, DType::UNDEFINED)) {
      *proto.mutable_t() = std::move(*tensor);
      return proto;
    }
    return std::nullopt;
  default:
    if (!value.proto)
      return std::nullopt;
    proto = *value.proto;
    proto.set_name(name);
    return proto;
  }
}

/// Adds one attribute of a node; false after an error.
bool CallLowering::addAttribute(const std::string &written, const Value &value, Location location,
                                graph::Attributes &attributes, const Annotation &op) {
  if (value.is(Value::Kind::Absent) || value.is(Value::Kind::Unset))
    return true;
  if (value.isPoison())
    return false;
  Location place = value.where.isValid() ? value.where : location;
  std::string name = written;
  const auto *schema = schema::findSince(op.domain, op.name, op.version);
  if (schema && name.ends_with("_") && !schema->attributes().count(name) &&
      schema->attributes().count(name.substr(0, name.size() - 1)))
    name.pop_back(); // a C++ keyword
  if (value.is(Value::Kind::Attribute)) {
    attributes.push_back(graph::attrRef(name, *value.attribute));
    return true;
  }
  auto type = Proto::UNDEFINED;
  if (schema)
    if (auto found = schema->attributes().find(name); found != schema->attributes().end())
      type = static_cast<Proto::AttributeType>(found->second.type);
  auto proto = attributeProto(name, value, type);
  if (!proto) {
    bool inList = false, runtime = value.isRuntimeNumber();
    for (const Value &element : value.elements)
      inList |= element.is(Value::Kind::Attribute);
    report(place, inList                                        ? DiagId::AttributeInList
                  : runtime || value.is(Value::Kind::Aggregate) ? DiagId::AttributeNeedsConstant
                                                                : DiagId::AttributeKind)
        << "'" + name + "'";
    return false;
  }
  graph::Attribute attribute;
  attribute.proto = std::move(*proto);
  attributes.push_back(std::move(attribute));
  return true;
}

/// Attributes from an aggregate with a member for each.
bool CallLowering::addAttributes(const clang::Expr *arg, graph::Attributes &attributes, const Annotation &op) {
  Value value = eval(arg);
  if (value.isPoison())
    return false;
  const auto *record = arg->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !value.is(Value::Kind::Aggregate))
    return true;
  bool fine = true;
  for (const clang::FieldDecl *field : record->fields()) {
    unsigned index = *fieldIndex(field);
    if (index < value.elements.size())
      fine &= addAttribute(field->getNameAsString(), value.elements[index], arg->getBeginLoc(), attributes, op);
  }
  return fine;
}

} // namespace onnxc::lower
