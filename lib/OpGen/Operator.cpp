#include "OpGen/Operator.h"
#include "OpGen/Names.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace onnxc::opgen {
namespace {

using schema::OpSchema;
using FormalParameter = OpSchema::FormalParameter;
using Kinds = std::set<ValueKind>;

[[noreturn]] void fail(const OpSchema &schema, const std::string &why) {
  throw std::runtime_error(schema.domain() + "::" + schema.Name() + " of version " +
                           std::to_string(schema.SinceVersion()) + ": " + why);
}

ValueKind kindOf(const OpSchema &schema, const std::string &type) {
  auto startsWith = [&](const char *prefix) { return type.rfind(prefix, 0) == 0; };
  if (startsWith("tensor("))
    return ValueKind::Tensor;
  if (startsWith("seq("))
    return ValueKind::Sequence;
  if (startsWith("optional("))
    return ValueKind::Optional;
  if (startsWith("map("))
    return ValueKind::Map;
  fail(schema, "no C++ type for '" + type + "'");
}

Kinds kindsOf(const OpSchema &schema, const FormalParameter &formal) {
  Kinds kinds;
  for (const std::string *type : formal.GetTypes())
    kinds.insert(kindOf(schema, *type));
  return kinds;
}

std::string attributeClass(const OpSchema &schema, const OpSchema::Attribute &attribute) {
  using ONNX_NAMESPACE::AttributeProto;
  switch (attribute.type) {
  case AttributeProto::INT:
    return "IntAttribute";
  case AttributeProto::FLOAT:
    return "FloatAttribute";
  case AttributeProto::STRING:
    return "StringAttribute";
  case AttributeProto::INTS:
    return "IntsAttribute";
  case AttributeProto::FLOATS:
    return "FloatsAttribute";
  case AttributeProto::STRINGS:
    return "StringsAttribute";
  case AttributeProto::TENSOR:
    return "TensorAttribute";
  case AttributeProto::SPARSE_TENSOR:
    return "SparseTensorAttribute";
  case AttributeProto::TYPE_PROTO:
    return "TypeAttribute";
  default:
    fail(schema, "no C++ type for the attribute '" + attribute.name + "'");
  }
}

std::vector<Attribute> attributesOf(const OpSchema &schema, Form form) {
  std::vector<Attribute> attributes;
  std::set<std::string> taken;
  for (const auto &[name, attribute] : schema.attributes()) {
    // A lambda takes the place of a graph, and the number of inputs is seen.
    if (attribute.type == ONNX_NAMESPACE::AttributeProto::GRAPH || (form == Form::Scan && name == "num_scan_inputs"))
      continue;
    attributes.push_back({name, uniqueIdentifier(name, taken), attributeClass(schema, attribute), attribute.required});
  }
  std::ranges::sort(attributes, {}, &Attribute::name); // designators must follow the order of the members
  return attributes;
}

bool hasGraphs(const OpSchema &schema) {
  return std::ranges::any_of(schema.attributes(), [](const auto &attribute) {
    return attribute.second.type == ONNX_NAMESPACE::AttributeProto::GRAPH;
  });
}

Form formOf(const OpSchema &schema) {
  static const std::map<std::string, Form> withGraphs = {
      {"If", Form::If}, {"Loop", Form::Loop}, {"Scan", Form::Scan}, {"SequenceMap", Form::SequenceMap}};
  if (hasGraphs(schema)) {
    auto found = withGraphs.find(schema.Name());
    if (found == withGraphs.end())
      fail(schema, "no C++ form for an operator with graphs");
    return found->second;
  }
  bool isVariadic = !schema.outputs().empty() && schema.outputs().back().GetOption() == OpSchema::Variadic;
  return isVariadic ? Form::VariadicOutputs : Form::Plain;
}

/// The kinds of the type variables that can be of several, in one overload.
using Choice = std::map<std::string, ValueKind>;

/// All ways to choose a kind for each type variable of an input.
std::vector<Choice> choicesOf(const OpSchema &schema) {
  std::vector<Choice> choices = {{}};
  std::set<std::string> seen;
  for (const FormalParameter &formal : schema.inputs()) {
    Kinds kinds = kindsOf(schema, formal);
    if (kinds.size() < 2 || formal.GetOption() == OpSchema::Variadic || !seen.insert(formal.GetTypeStr()).second)
      continue;
    std::vector<Choice> extended;
    for (ValueKind kind : kinds)
      for (Choice choice : choices) {
        choice[formal.GetTypeStr()] = kind;
        extended.push_back(choice);
      }
    choices = extended;
  }
  return choices;
}

ValueKind parameterKind(const OpSchema &schema, const FormalParameter &formal, const Choice &choice) {
  Kinds kinds = kindsOf(schema, formal);
  if (kinds.size() == 1)
    return *kinds.begin();
  auto chosen = choice.find(formal.GetTypeStr());
  return chosen == choice.end() ? ValueKind::Any : chosen->second;
}

ValueKind outputKind(const OpSchema &schema, const FormalParameter &formal, const Choice &choice) {
  Kinds kinds = kindsOf(schema, formal);
  if (kinds.size() == 1)
    return *kinds.begin();
  auto chosen = choice.find(formal.GetTypeStr());
  if (chosen != choice.end())
    return chosen->second;
  // An output with a type variable of its own, as OptionalGetElement's, has the kind of a tensor or sequence that goes
  // in.
  for (const auto &[variable, kind] : choice)
    if (kind != ValueKind::Optional && kinds.contains(kind))
      return kind;
  return ValueKind::Any;
}

Overload overloadOf(const OpSchema &schema, const Choice &choice) {
  Overload overload;
  std::set<std::string> taken = {"attributes", "outputs"};
  for (const FormalParameter &formal : schema.inputs())
    overload.parameters.push_back({uniqueIdentifier(formal.GetName(), taken), parameterKind(schema, formal, choice),
                                   formal.GetOption() == OpSchema::Optional, formal.GetOption() == OpSchema::Variadic});
  // Only the first overload may be called without an input that can be left out: else such a call is ambiguous.
  for (Parameter &parameter : overload.parameters)
    if (parameter.kind != ValueKind::Tensor && parameter.kind != ValueKind::Any)
      parameter.isOptional = false;
  std::set<std::string> takenOutputs;
  for (const FormalParameter &formal : schema.outputs())
    overload.outputs.push_back({uniqueIdentifier(formal.GetName(), takenOutputs), outputKind(schema, formal, choice)});
  return overload;
}

} // namespace

bool Operator::hasRequiredAttributes() const { return std::ranges::any_of(attributes, &Attribute::isRequired); }

Operator makeOperator(const OpSchema &schema) {
  Operator result;
  result.schema = &schema;
  result.sinceNamespace = sinceNamespace(schema.domain(), schema.SinceVersion());
  result.form = formOf(schema);
  result.attributes = attributesOf(schema, result.form);
  if (result.form == Form::Plain || result.form == Form::VariadicOutputs)
    for (const Choice &choice : choicesOf(schema))
      result.overloads.push_back(overloadOf(schema, choice));
  else
    result.overloads.push_back(overloadOf(schema, {}));
  return result;
}

} // namespace onnxc::opgen
