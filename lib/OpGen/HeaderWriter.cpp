#include "OpGen/HeaderWriter.h"
#include "OpGen/Documentation.h"
#include "OpGen/Spelling.h"

namespace onnxc::opgen {
namespace {

std::string annotation(const Operator &op) {
  return "[[onnx::op(\"" + op.schema->domain() + "\", \"" + op.name() + "\", " +
         std::to_string(op.schema->SinceVersion()) + ")]]";
}

std::string attributesStruct(const Operator &op) {
  std::string text = "struct " + op.attributesType() + " {\n";
  for (const Attribute &attribute : op.attributes) {
    text += attributeComment(op, attribute);
    text += attribute.isRequired ? "  Required<" + attribute.type + "> " + attribute.name + ";\n"
                                 : "  " + attribute.type + " " + attribute.name + " = {};\n";
  }
  return text + "};\n";
}

std::string resultStruct(const Operator &op) {
  const Overload &overload = op.overloads.front();
  std::string text = "struct " + op.resultType() + " : OperatorResult {\n";
  for (const Output &output : overload.outputs)
    text += "  " + valueClass(output.kind) + " " + output.name + ";\n";
  const Output &first = overload.outputs.front();
  text += "  operator " + valueClass(first.kind) + "() const { return " + first.name + "; }\n";
  return text + "};\n";
}

/// `input, split, attributes`
std::string argumentList(const Operator &op, const Overload &overload) {
  std::string list;
  for (const Parameter &parameter : overload.parameters)
    list += (list.empty() ? "" : ", ") + parameter.name;
  if (!op.attributes.empty())
    list += (list.empty() ? "" : ", ") + std::string("attributes");
  return list;
}

std::string variadicOutputs(const Operator &op, const Overload &overload) {
  std::string plain = parameterList(op, overload, false), call = argumentList(op, overload);
  std::string inner = op.name() + "_outputs";
  return "void " + inner + "(Tensor *outputs, size_t count, " + plain + ");\n" + operatorComment(op) +
         "///\n/// The number of outputs is a template argument.\n" + "template <size_t N>\n" + annotation(op) +
         " Outputs<N> " + op.name() + "(" + parameterList(op, overload, true) + ") {\n  Outputs<N> outputs;\n  " +
         inner + "(outputs.data(), N, " + call +
         ");\n  return outputs;\n}\n/// As above, with the number of outputs as the last argument.\n" + annotation(op) +
         " OutputList " + op.name() + "(" + plain + ", size_t count);\n";
}

std::string ifTemplate(const Operator &op) {
  return "///\n/// The branches are callables without parameters; what they return, If returns.\n"
         "template <class Then, class Else>\n" +
         annotation(op) + " auto If(const RequiredInput &cond, Then &&then_branch, Else &&else_branch) {\n" +
         "  return detail::callIf(" + operatorInfo(op) + ", cond, then_branch, else_branch);\n}\n";
}

/// What a call with another body is told, at the call.
std::string unavailable(const std::string &message) { return "__attribute__((unavailable(\"" + message + "\"))) "; }

std::string loopTemplate(const Operator &op) {
  std::string parameters = "(const Input &M, const Input &cond, const AnyVariadicInput &v_initial, Body &&body)";
  return "///\n/// `body` is called as body(iteration, cond, states...) and returns a tuple of the condition, the "
         "States states\n"
         "/// and the Scans scan outputs. Loop returns the final states and the scan outputs.\n"
         "template <size_t States, size_t Scans, detail::LoopBody<States, Scans> Body>\n" +
         annotation(op) + " auto Loop" + parameters + " {\n" + "  return detail::callLoop<States, Scans>(" +
         operatorInfo(op) + ", M, cond, v_initial, body);\n}\n" +
         "template <size_t States, size_t Scans, class Body>\n" +
         unavailable("the body of a Loop takes the iteration, the condition and each state, and returns the condition, "
                     "each state and each scan output") +
         "Outputs<States + Scans> Loop" + parameters + ";\n";
}

std::string scanTemplate(const Operator &op) {
  std::string parameters = "(const VariadicInput &initial_states, const VariadicInput &scan_inputs, Body &&body,\n"
                           "          const Scan_Attributes &attributes = {})";
  std::string text =
      "///\n/// `body` is called as body(states..., slices...) and returns a tuple of the States states and the Scans "
      "scan\n"
      "/// outputs. Scan returns the final states and the scan outputs.\n"
      "template <size_t States, size_t Scans, detail::ScanBody<States, Scans> Body>\n" +
      annotation(op) + " auto Scan" + parameters + " {\n" + "  const detail::AttributeArgument list[] = {\n";
  for (const Attribute &attribute : op.attributes)
    text += "      {\"" + attribute.onnxName + "\", &attributes." + attribute.name + "},\n";
  return text + "  };\n  return detail::callScan<States, Scans>(" + operatorInfo(op) +
         ", initial_states, scan_inputs, body, list);\n}\n" + "template <size_t States, size_t Scans, class Body>\n" +
         unavailable("the body of a Scan takes each state and a slice of each scan input, and returns each state and "
                     "each scan output") +
         "Outputs<States + Scans> Scan" + parameters + ";\n";
}

std::string sequenceMapTemplates(const Operator &op) {
  std::string head = annotation(op) + " auto SequenceMap(const SequenceInput &input_sequence, ";
  std::string call = "  return detail::callSequenceMap(" + operatorInfo(op) + ", input_sequence, ";
  return "///\n/// `body` is called with an element of each sequence and with the additional inputs that are tensors. "
         "Each of\n"
         "/// its results becomes a sequence.\ntemplate <class Body>\n" +
         head + "const AnyVariadicInput &additional_inputs, Body &&body) {\n" + call +
         "additional_inputs, body);\n}\n" + "template <class Body>\n" + head + "Body &&body) {\n" + call +
         "{}, body);\n}\n";
}

std::string functions(const Operator &op) {
  switch (op.form) {
  case Form::Plain:
    break;
  case Form::VariadicOutputs:
    return variadicOutputs(op, op.overloads.front());
  case Form::If:
    return operatorComment(op) + ifTemplate(op);
  case Form::Loop:
    return operatorComment(op) + loopTemplate(op);
  case Form::Scan:
    return operatorComment(op) + scanTemplate(op);
  case Form::SequenceMap:
    return operatorComment(op) + sequenceMapTemplates(op);
  }
  std::string text = operatorComment(op);
  for (const Overload &overload : op.overloads)
    text += annotation(op) + " " + resultOf(op, overload) + " " + op.name() + "(" + parameterList(op, overload, true) +
            ");\n";
  return text;
}

bool hasResultStruct(const Operator &op) { return op.form == Form::Plain && op.overloads.front().outputs.size() > 1; }

} // namespace

std::string declarationOf(const Operator &op) {
  std::string text;
  if (!op.attributes.empty())
    text += attributesStruct(op);
  if (hasResultStruct(op))
    text += resultStruct(op);
  return text + functions(op);
}

std::vector<std::string> declaredNames(const Operator &op) {
  std::vector<std::string> names = {op.name()};
  if (!op.attributes.empty())
    names.push_back(op.attributesType());
  if (hasResultStruct(op))
    names.push_back(op.resultType());
  return names;
}

} // namespace onnxc::opgen
