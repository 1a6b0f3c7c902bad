//===- Describe.cpp - Introspection ---------------------------------------===//
#include "onnxc/describe.h"
#include "Graph/IR/Type.h"
#include "Runtime/Functions/AttributeText.h"
#include "Runtime/Functions/Registry.h"
#include "Schema/Schema.h"
#include "Support/Overload.h"
#include "onnxc/trace.h"
#include <algorithm>
#include <map>
#include <stdexcept>

namespace onnxc {

using runtime::FunctionRecord;
using runtime::ParameterShape;
using stub::detail::DeclaredType;
using stub::detail::SignatureSink;

namespace {

const char *kindName(AttributeKind kind) {
  switch (kind) {
  case AttributeKind::Float:
    return "float";
  case AttributeKind::Int:
    return "int";
  case AttributeKind::String:
    return "string";
  case AttributeKind::Tensor:
    return "tensor";
  case AttributeKind::Floats:
    return "floats";
  case AttributeKind::Ints:
    return "ints";
  case AttributeKind::Strings:
    return "strings";
  default:
    return "";
  }
}

/// A default in the form that all have; as it is where it is no constant.
std::string canonicalDefault(const std::string &name, const std::string &text, AttributeKind kind) {
  if (text.starts_with("=") || kind == AttributeKind() || kind == AttributeKind::Tensor)
    return text;
  try {
    std::optional<onnx::AttributeProto> value = runtime::parseAttribute(name, text, kind);
    return value ? runtime::attributeText(*value) : text;
  } catch (const TraceError &) {
    return text;
  }
}

ParameterInfo infoOf(std::string name, const ParameterShape::Leaf &leaf) {
  ParameterInfo info;
  info.name = std::move(name);
  const DeclaredType &type = leaf.type;
  info.type = type.variable ? type.variable : type.elem == DType::UNDEFINED ? "" : graph::toString(type.elem);
  for (size_t i = 0; i < type.allowedCount; ++i)
    info.allowed.push_back(graph::toString(type.allowed[i]));
  if (type.form == DeclaredType::Form::Sequence || type.form == DeclaredType::Form::OptionalSequence)
    info.type = "seq(" + info.type + ")";
  if (type.form == DeclaredType::Form::Optional || type.form == DeclaredType::Form::OptionalSequence)
    info.type = "optional(" + info.type + ")";
  if (type.form == DeclaredType::Form::Map)
    info.type = "map(" + info.type + ")";
  if (type.ranked) {
    info.shape.emplace();
    for (size_t i = 0; i < type.dimCount; ++i)
      info.shape->push_back(type.dims[i].kind == Dim::Kind::Fixed    ? std::to_string(type.dims[i].size)
                            : type.dims[i].kind == Dim::Kind::Symbol ? type.dims[i].symbol
                                                                     : "?");
  }
  info.optional = leaf.form == SignatureSink::Form::Optional;
  info.variadic = leaf.form == SignatureSink::Form::Variadic || leaf.form == SignatureSink::Form::VariadicOptional;
  return info;
}

FunctionInfo infoOf(const FunctionRecord &record) {
  const stub::Descriptor &descriptor = *record.entry->descriptor;
  FunctionInfo info;
  info.kind = descriptor.kind == stub::Kind::Script ? FunctionInfo::Kind::Script : FunctionInfo::Kind::Trace;
  info.domain = descriptor.domain;
  info.name = descriptor.name;
  info.overload = descriptor.overload;
  support::appendOverload(info.overload, record.templateText, ',');
  info.version = descriptor.version;
  info.doc = descriptor.doc;
  info.file = descriptor.file;
  info.line = descriptor.line;
  for (size_t i = 0; i < record.parameters.size(); ++i) {
    const ParameterShape &shape = record.parameters[i];
    const char *given = i < descriptor.parameterCount ? descriptor.parameters[i].defaultValue : nullptr;
    std::optional<std::string> defaultValue;
    if (given)
      defaultValue = given;
    if (shape.isAttribute) {
      ParameterInfo parameter;
      parameter.name = record.parameterName(i);
      parameter.is_attribute = true;
      parameter.type = kindName(shape.kind);
      parameter.optional = shape.optional || given;
      if (defaultValue)
        parameter.default_value = canonicalDefault(parameter.name, *defaultValue, shape.kind);
      info.parameters.push_back(std::move(parameter));
      continue;
    }
    for (size_t leaf = 0; leaf < shape.leaves.size(); ++leaf) {
      std::string name = shape.isVariadic() ? record.parameterName(i) : record.leafName(i, leaf);
      ParameterInfo parameter = infoOf(std::move(name), shape.leaves[leaf]);
      parameter.optional |= given != nullptr;
      parameter.default_value = defaultValue;
      info.parameters.push_back(std::move(parameter));
    }
  }
  for (size_t i = 0; i < record.outputs.size(); ++i)
    info.outputs.push_back(infoOf(record.outputName(i, record.outputs.size()), record.outputs[i]));
  return info;
}

} // namespace

std::vector<FunctionInfo> functions() {
  std::vector<FunctionInfo> all;
  for (const FunctionRecord *record : runtime::allRecords())
    all.push_back(infoOf(*record));
  auto key = [](const FunctionInfo &info) {
    return std::tie(info.domain, info.name, info.overload, info.file, info.line);
  };
  std::sort(all.begin(), all.end(), [&](const FunctionInfo &a, const FunctionInfo &b) { return key(a) < key(b); });
  // A function of a header may be registered by several libraries.
  all.erase(std::unique(all.begin(), all.end(),
                        [&](const FunctionInfo &a, const FunctionInfo &b) { return key(a) == key(b); }),
            all.end());
  return all;
}

namespace {

FunctionInfo infoOf(const detail::OperatorInfo &op) {
  FunctionInfo info;
  info.kind = FunctionInfo::Kind::Operator;
  info.domain = op.domain;
  info.name = op.name;
  info.version = op.sinceVersion;
  const schema::OpSchema *schema = schema::findSince(op.domain, op.name, op.sinceVersion);
  if (!schema)
    return info;
  info.doc = schema->doc() ? schema->doc() : "";
  auto add = [&](const schema::OpSchema::FormalParameter &formal, std::vector<ParameterInfo> &list) {
    ParameterInfo parameter;
    parameter.name = formal.GetName();
    parameter.type = formal.GetTypeStr();
    parameter.optional = formal.GetOption() == schema::OpSchema::Optional;
    parameter.variadic = formal.GetOption() == schema::OpSchema::Variadic;
    list.push_back(std::move(parameter));
  };
  for (const auto &formal : schema->inputs())
    add(formal, info.parameters);
  for (const auto &formal : schema->outputs())
    add(formal, info.outputs);
  std::map<std::string, schema::OpSchema::Attribute> ordered(schema->attributes().begin(), schema->attributes().end());
  for (const auto &[name, attribute] : ordered) {
    ParameterInfo parameter;
    parameter.name = name;
    parameter.is_attribute = true;
    parameter.type = kindName(static_cast<AttributeKind>(attribute.type));
    parameter.optional = !attribute.required;
    if (attribute.default_value.type() != onnx::AttributeProto::UNDEFINED)
      parameter.default_value = runtime::attributeText(attribute.default_value);
    info.parameters.push_back(std::move(parameter));
  }
  return info;
}

FunctionInfo infoOf(const stub::OperatorDescriptor &declared) {
  FunctionInfo info;
  info.kind = FunctionInfo::Kind::Operator;
  info.domain = declared.domain;
  info.name = declared.name;
  info.version = declared.version;
  info.file = declared.file;
  info.line = declared.line;
  for (size_t i = 0; i < declared.parameterCount; ++i) {
    const stub::OperatorParameter &from = declared.parameters[i];
    ParameterInfo parameter;
    parameter.name = from.name;
    parameter.is_attribute = from.attribute != AttributeKind();
    parameter.type = parameter.is_attribute ? kindName(from.attribute) : "";
    parameter.optional = from.optional;
    parameter.variadic = from.variadic;
    if (from.defaultValue)
      parameter.default_value = canonicalDefault(parameter.name, from.defaultValue, from.attribute);
    info.parameters.push_back(std::move(parameter));
  }
  return info;
}

} // namespace

std::optional<FunctionInfo> detail::findFunction(const std::type_info &type, const void *bytes, size_t size,
                                                 void (*plain)()) {
  if (const FunctionRecord *record = runtime::findRecord(type, bytes, size))
    return infoOf(*record);
  if (plain)
    if (const stub::OperatorDescriptor *declared = runtime::findDeclaredOperator(plain))
      return infoOf(*declared);
  if (plain)
    if (const OperatorEntry *op = findOperator(plain))
      return infoOf(op->info);
  return std::nullopt;
}

void detail::failDescribe() {
  throw std::invalid_argument(
      "this is no annotated function or operator that onnxc knows: its source must go through onnxc, which lists every "
      "function, and every instance of a template, that it sees");
}

} // namespace onnxc
