#include "OpGen/SourceWriter.h"
#include "OpGen/Spelling.h"

namespace onnxc::opgen {
namespace {

/// `const Argument arguments[] = {input, axes};` and the attributes.
std::string callArguments(const Operator &op, const Overload &overload) {
  std::string text;
  if (!overload.parameters.empty()) {
    std::string list;
    for (const Parameter &parameter : overload.parameters)
      list += (list.empty() ? "" : ", ") + parameter.name;
    text += "  const Argument arguments[] = {" + list + "};\n";
  }
  if (!op.attributes.empty()) {
    text += "  const AttributeArgument attributeList[] = {";
    const char *separator = "";
    for (const Attribute &attribute : op.attributes) {
      text += std::string(separator) + "{\"" + attribute.onnxName + "\", &attributes." + attribute.name + "}";
      separator = ", ";
    }
    text += "};\n";
  }
  return text;
}

std::string callText(const Operator &op, const Overload &overload, const std::string &outputs,
                     const std::string &count) {
  return "  callOperator(" + operatorInfo(op) + ", " + (overload.parameters.empty() ? "{}" : "arguments") + ", " +
         (op.attributes.empty() ? "{}" : "attributeList") + ", " + outputs + ", " + count + ");\n";
}

std::string plainFunction(const Operator &op, const Overload &overload) {
  std::string result = resultOf(op, overload);
  std::string text =
      result + " " + op.name() + "(" + parameterList(op, overload, false) + ") {\n" + callArguments(op, overload);
  size_t count = overload.outputs.size();
  if (count == 1)
    return text + "  " + result + " output;\n" + callText(op, overload, "&output", "1") + "  return output;\n}\n";
  text += "  Handle outputs[" + std::to_string(count) + "];\n" +
          callText(op, overload, "outputs", std::to_string(count)) + "  return {{}";
  for (size_t i = 0; i < count; ++i)
    text += ", " + valueClass(overload.outputs[i].kind) + "(outputs[" + std::to_string(i) + "])";
  return text + "};\n}\n";
}

std::string variadicFunctions(const Operator &op, const Overload &overload) {
  std::string list = parameterList(op, overload, false), inner = op.name() + "_outputs";
  std::string text = "void " + inner + "(Tensor *outputs, size_t count, " + list + ") {\n";
  text += callArguments(op, overload) + callText(op, overload, "outputs", "count") + "}\n";
  text += "OutputList " + op.name() + "(" + list + ", size_t count) {\n  OutputList outputs(count);\n  " + inner +
          "(outputs.data(), count";
  for (const Parameter &parameter : overload.parameters)
    text += ", " + parameter.name;
  return text + (op.attributes.empty() ? "" : ", attributes") + ");\n  return outputs;\n}\n";
}

std::string signature(const Operator &op, const Overload &overload) {
  std::string list = parameterList(op, overload, false);
  if (op.form == Form::VariadicOutputs)
    return "OutputList (*)(" + list + ", size_t)";
  return resultOf(op, overload) + " (*)(" + list + ")";
}

} // namespace

std::string definitionOf(const Operator &op) {
  std::string text;
  for (const Overload &overload : op.overloads) {
    if (op.form == Form::Plain)
      text += plainFunction(op, overload);
    else if (op.form == Form::VariadicOutputs)
      text += variadicFunctions(op, overload);
  }
  return text;
}

std::string entriesOf(const Operator &op) {
  std::string text;
  if (op.form != Form::Plain && op.form != Form::VariadicOutputs)
    return text;
  for (const Overload &overload : op.overloads)
    text += "    {reinterpret_cast<void (*)()>(static_cast<" + signature(op, overload) + ">(&" + op.name() + ")), " +
            operatorInfo(op) + "},\n";
  return text;
}

} // namespace onnxc::opgen
