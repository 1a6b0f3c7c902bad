//===- OpSchema.cpp - What a function says of itself, as a schema of onnx -===//
#include "Runtime/Functions/AttributeText.h"
#include "Schema/Schema.h"
#include "onnxc/describe.h"
#include <map>

namespace onnxc {

namespace {

/// The element types that a constraint allows, as onnx spells them.
std::vector<std::string> allowedTypes(const ParameterInfo &parameter) {
  static const char *const floats[] = {"float16", "float", "double", "bfloat16"};
  static const char *const ints[] = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"};
  static const char *const complexes[] = {"complex64", "complex128"};
  std::vector<std::string> types = parameter.allowed;
  std::string inner = parameter.type;
  for (const char *prefix : {"seq(", "optional(", "map("})
    if (inner.starts_with(prefix))
      inner = inner.substr(std::string_view(prefix).size(), inner.size() - std::string_view(prefix).size() - 1);
  auto add = [&](auto &list) { types.insert(types.end(), std::begin(list), std::end(list)); };
  if (inner == "Float" || inner == "Real" || inner == "Numeric" || inner == "Any" || inner.empty())
    add(floats);
  if (inner == "Int" || inner == "Real" || inner == "Numeric" || inner == "Any" || inner.empty())
    add(ints);
  if (inner == "Numeric" || inner == "Any" || inner.empty())
    add(complexes);
  if (inner == "Any" || inner.empty()) {
    types.push_back("bool");
    types.push_back("string");
  }
  if (types.empty())
    types.push_back(inner);
  for (std::string &type : types) {
    type = "tensor(" + type + ")";
    if (parameter.type.starts_with("seq("))
      type = "seq(" + type + ")";
    if (parameter.type.starts_with("optional("))
      type = "optional(" + type + ")";
  }
  return types;
}

/// None for a C++ value that only specialises.
std::optional<AttributeKind> kindNamed(const std::string &name) {
  static const std::map<std::string, AttributeKind> kinds = {
      {"float", AttributeKind::Float},    {"int", AttributeKind::Int},       {"string", AttributeKind::String},
      {"tensor", AttributeKind::Tensor},  {"floats", AttributeKind::Floats}, {"ints", AttributeKind::Ints},
      {"strings", AttributeKind::Strings}};
  auto found = kinds.find(name);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

void addAttribute(onnx::OpSchema &schema, const ParameterInfo &parameter) {
  std::optional<AttributeKind> kind = kindNamed(parameter.type);
  if (!kind)
    return;
  std::optional<onnx::AttributeProto> value;
  if (parameter.default_value && !parameter.default_value->starts_with("="))
    value = runtime::parseAttribute(parameter.name, *parameter.default_value, *kind);
  if (value)
    schema.Attr(onnx::OpSchema::Attribute(parameter.name, "", *value));
  else
    schema.Attr(onnx::OpSchema::Attribute(parameter.name, "", static_cast<onnx::AttributeProto::AttributeType>(*kind),
                                          !parameter.optional));
}

} // namespace

onnx::OpSchema to_op_schema(const FunctionInfo &info) {
  if (info.kind == FunctionInfo::Kind::Operator)
    if (const schema::OpSchema *schema = schema::findSince(info.domain, info.name, static_cast<int>(info.version)))
      return *schema;
  onnx::OpSchema schema(info.name, info.file, static_cast<int>(info.line));
  schema.SetDomain(info.domain).SinceVersion(static_cast<int>(info.version)).SetDoc(info.doc);
  std::map<std::string, std::vector<std::string>> constraints;
  int inputs = 0, outputs = 0;
  // Parameters that share a constraint's name share the type; one without a name has a type of its own.
  auto typeOf = [&](const ParameterInfo &parameter) {
    std::vector<std::string> allowed = allowedTypes(parameter);
    if (allowed.size() == 1)
      return allowed[0];
    std::string name = parameter.type.empty() || !std::isupper(static_cast<unsigned char>(parameter.type[0]))
                           ? "T_" + parameter.name
                           : parameter.type;
    std::erase(name, '.');
    constraints.emplace(name, std::move(allowed));
    return name;
  };
  for (const ParameterInfo &parameter : info.parameters) {
    if (parameter.is_attribute)
      addAttribute(schema, parameter);
    else
      schema.Input(inputs++, parameter.name, "", typeOf(parameter),
                   parameter.variadic   ? onnx::OpSchema::Variadic
                   : parameter.optional ? onnx::OpSchema::Optional
                                        : onnx::OpSchema::Single,
                   false, parameter.variadic ? 0 : 1);
  }
  for (const ParameterInfo &output : info.outputs)
    schema.Output(outputs++, output.name, "", typeOf(output),
                  output.variadic ? onnx::OpSchema::Variadic : onnx::OpSchema::Single, false);
  for (const auto &[name, allowed] : constraints)
    schema.TypeConstraint(name, allowed, "");
  schema.Finalize();
  return schema;
}

} // namespace onnxc
