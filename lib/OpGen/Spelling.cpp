#include "OpGen/Spelling.h"

namespace onnxc::opgen {
namespace {

std::string parameterClass(const Parameter &parameter) {
  if (parameter.isVariadic)
    return parameter.kind == ValueKind::Tensor ? "VariadicInput" : "AnyVariadicInput";
  switch (parameter.kind) {
  case ValueKind::Tensor:
    return parameter.isOptional ? "Input" : "RequiredInput";
  case ValueKind::Sequence:
    return "SequenceInput";
  case ValueKind::Optional:
    return "OptionalValueInput";
  case ValueKind::Map:
    return "MapInput";
  case ValueKind::Any:
    break;
  }
  return "AnyInput";
}

} // namespace

std::string valueClass(ValueKind kind) {
  switch (kind) {
  case ValueKind::Tensor:
    return "Tensor";
  case ValueKind::Sequence:
    return "Sequence";
  case ValueKind::Optional:
    return "OptionalValue";
  case ValueKind::Map:
    return "Map";
  case ValueKind::Any:
    break;
  }
  return "Value";
}

std::string operatorInfo(const Operator &op) {
  return "{\"" + op.schema->domain() + "\", \"" + op.name() + "\", " + std::to_string(op.schema->SinceVersion()) + "}";
}

std::string parameterList(const Operator &op, const Overload &overload, bool withDefaults) {
  bool allDefault = withDefaults && !op.hasRequiredAttributes();
  std::string list;
  if (!op.attributes.empty())
    list = "const " + op.attributesType() + " &attributes" + (allDefault ? " = {}" : "");
  for (size_t i = overload.parameters.size(); i-- > 0;) { // a parameter has a default only if all after it have
    const Parameter &parameter = overload.parameters[i];
    allDefault &= parameter.isOptional;
    list = "const " + parameterClass(parameter) + " &" + parameter.name + (allDefault ? " = {}" : "") +
           (list.empty() ? "" : ", ") + list;
  }
  return list;
}

std::string resultOf(const Operator &op, const Overload &overload) {
  return overload.outputs.size() > 1 ? op.resultType() : valueClass(overload.outputs.front().kind);
}

} // namespace onnxc::opgen
