//===- Functions.cpp - Compiled functions in a session -------------------------===//
#include "Functions.h"
#include "Calls.h"
#include "Graph/Import.h"
#include "Hash.h"
#include "Registry.h"
#include "Text.h"
#include <algorithm>

namespace onnxc::runtime {

using graph::Operand;
using stub::detail::Arguments;

std::shared_ptr<graph::Function> importInto(Session &session, const onnx::FunctionProto &proto,
                                            const onnx::ModelProto *model) {
  std::string identity = identityOf(proto.domain(), proto.name(), proto.overload());
  std::string content = hexText(hashText(proto.SerializeAsString()));
  auto [known, isNew] = session.identities.emplace(identity, content);
  if (!isNew && known->second != content)
    fail("two functions have the domain '" + proto.domain() + "', the name '" + proto.name() + "' and the overload '" +
             proto.overload() + "'",
         &session);
  std::shared_ptr<graph::Function> &slot = session.imported[identity];
  if (slot)
    return slot;
  graph::ImportOptions options;
  options.opset = session.options.opset;
  options.resolve = [&](const std::string &domain, const std::string &name,
                        const std::string &overload) -> graph::Result<const graph::Function *> {
    if (model)
      for (const onnx::FunctionProto &other : model->functions())
        if (other.domain() == domain && other.name() == name && other.overload() == overload)
          return importInto(session, other, model).get();
    if (std::shared_ptr<const onnx::FunctionProto> embedded = findEmbedded(identityOf(domain, name, overload)))
      return importInto(session, *embedded).get();
    return nullptr;
  };
  slot = session.check(graph::importFunction(proto, options));
  return slot;
}

/// '1' or '0' for each std::optional parameter, ",N" for each variadic one.
std::string ScriptedCall::presence() const {
  std::string given, counts;
  for (size_t i = 0; i < record.parameters.size(); ++i) {
    const ParameterShape &shape = record.parameters[i];
    if (shape.isAttribute) {
      if (shape.optional)
        given += parameterText(i) == "none" ? '0' : '1';
      continue;
    }
    size_t count = 0, present = 0;
    for (const Arguments::Slot &slot : arguments.slots)
      if (slot.parameter == i) {
        ++count;
        present += slot.handle != nullptr;
      }
    if (shape.isVariadic())
      counts += "," + std::to_string(count);
    else if (!shape.isStruct && shape.leaves.size() == 1 &&
             shape.leaves[0].form == stub::detail::SignatureSink::Form::Optional)
      given += present ? '1' : '0';
  }
  return given + counts;
}

const stub::Proto &ScriptedCall::compiledForm() const {
  const stub::Embedded &embedded = record.entry->embedded();
  std::string pattern = presence();
  const stub::Proto *any = nullptr;
  for (size_t i = 0; i < embedded.count; ++i) {
    if (pattern == embedded.protos[i].presence)
      return embedded.protos[i];
    if (!*embedded.protos[i].presence)
      any = &embedded.protos[i];
  }
  if (!any)
    fail("the scripted function " + fullName(*record.entry->descriptor) +
             " was not compiled for these optional parameters and counts (" + pattern + ")",
         session);
  return *any;
}

size_t ScriptedCall::choose() {
  session = &findSession();
  const stub::Proto &compiled = compiledForm();
  onnx::FunctionProto proto;
  if (!proto.ParseFromArray(compiled.data, static_cast<int>(compiled.size)))
    fail("the compiled form of " + std::string(record.entry->descriptor->name) + " is damaged", session);
  function = importInto(*session, proto);
  size_t present = 0;
  for (const Arguments::Slot &slot : arguments.slots)
    present += slot.handle != nullptr;
  bool compact = function->body.inputs.size() == present;
  size_t input = 0;
  for (const Arguments::Slot &slot : arguments.slots) {
    if (!slot.handle) {
      if (!compact) {
        operands.emplace_back();
        ++input;
      }
      continue;
    }
    operands.push_back(session->operand(*slot.handle));
    // Its own declaration says more than the text of the function does.
    if (const stub::detail::DeclaredType *declared = record.declared(slot.parameter, slot.leaf);
        declared && input < function->body.inputs.size()) {
      graph::Value &formal = *function->body.inputs[input];
      if (!formal.type.elem.isKnown() && declared->elem != DType::UNDEFINED)
        formal.type = toType(*declared);
      if (!operands.back().isFlexible())
        checkDeclared(slot, operands.back());
    }
    ++input;
  }
  size_t literal = 0;
  for (size_t i = 0; i < record.parameters.size(); ++i) {
    if (!record.parameters[i].isAttribute)
      continue;
    std::string_view text = parameterText(i);
    graph::Attribute attribute;
    if (text.starts_with('#')) {
      attribute.proto.set_name(record.parameterName(i));
      attribute.proto.set_type(onnx::AttributeProto::TENSOR);
      *attribute.proto.mutable_t() = toProto(arguments.literals[literal++]);
    } else if (auto value = parseAttribute(record.parameterName(i), text, record.parameters[i].kind)) {
      attribute.proto = std::move(*value);
    } else {
      continue;
    }
    attributes.push_back(std::move(attribute));
  }
  return function->body.outputs.size();
}

void ScriptedCall::emit(Arguments &outputs) {
  std::vector<Operand> results;
  bool inlined = std::exchange(inlineNext(), false);
  if (inlined || session->options.inline_functions) {
    begin(true);
    session->refreshScope();
    results = flatten(*session, *function, operands, attributes);
    end();
  } else {
    for (graph::Value *value :
         session->check(session->frame().builder.call(*function, std::move(operands), std::move(attributes))))
      results.emplace_back(value);
  }
  size_t index = 0;
  for (const Arguments::Slot &slot : outputs.slots)
    if (slot.handle && index < results.size())
      *slot.handle = session->handle(std::move(results[index++]));
}

namespace {

/// Copies nodes of a compiled function into a graph that is being built.
class Flattener {
public:
  Flattener(Session &session, const graph::Function &function, const std::vector<Operand> &inputs,
            const graph::Attributes &attributes)
      : session(session), function(function), attributes(attributes), builder(session.frame().builder) {
    for (size_t i = 0; i < function.body.inputs.size(); ++i) {
      const graph::Value *formal = function.body.inputs[i].get();
      if (i < inputs.size() && !inputs[i].isAbsent())
        values[formal] = session.check(
            builder.materialise(inputs[i], formal->type.elem.isKnown() ? formal->type.elem : graph::ElemType()));
    }
  }

  std::vector<Operand> run() {
    copy(function.body, builder.graph());
    std::vector<Operand> outputs;
    for (const graph::Value *output : function.body.outputs)
      outputs.emplace_back(values[output]);
    return outputs;
  }

private:
  void copy(const graph::Graph &from, graph::Graph &to) {
    for (const auto &node : from.nodes)
      copyNode(*node, to);
  }

  /// A call in the function, flattened as well.
  void copyCall(const graph::Node &from, graph::Graph &to) {
    graph::Node bound;
    for (const graph::Attribute &attribute : from.attributes)
      copyAttribute(attribute, bound, to);
    std::vector<Operand> inputs;
    for (const graph::Value *input : from.inputs)
      inputs.emplace_back(input && values.contains(input) ? values[input] : nullptr);
    graph::Builder::Insert insert(builder, to);
    std::vector<Operand> outputs = flatten(session, *from.callee, inputs, bound.attributes);
    for (size_t i = 0; i < from.outputs.size(); ++i)
      values[from.outputs[i].get()] = outputs[i].value;
  }

  void copyNode(const graph::Node &from, graph::Graph &to) {
    if (from.callee && session.options.inline_functions)
      return copyCall(from, to);
    auto node = std::make_unique<graph::Node>();
    node->domain = from.domain;
    node->opType = from.opType;
    node->overload = from.overload;
    node->sinceVersion = from.sinceVersion;
    node->schema = from.schema;
    node->callee = from.callee;
    node->location = builder.location;
    node->scope = builder.scope;
    for (const graph::Value *input : from.inputs)
      node->inputs.push_back(input && values.contains(input) ? values[input] : nullptr);
    for (const graph::Attribute &attribute : from.attributes)
      copyAttribute(attribute, *node, to);
    for (const auto &output : from.outputs) {
      auto value = std::make_unique<graph::Value>();
      value->hint = output->hint;
      value->type.kind = graph::Type::Kind::Unknown;
      values[output.get()] = value.get();
      node->outputs.push_back(std::move(value));
    }
    if (!node->schema && !node->domain.empty() && !node->callee)
      builder.function().opsetImports.emplace(node->domain, std::max(node->sinceVersion, 1));
    to.addNode(std::move(node));
  }

  void copyAttribute(const graph::Attribute &from, graph::Node &node, graph::Graph &to) {
    graph::Attribute copied;
    copied.proto = from.proto;
    if (!from.proto.ref_attr_name().empty()) {
      const onnx::AttributeProto *bound = valueOf(from.proto.ref_attr_name());
      if (!bound)
        return;
      copied.proto = *bound;
      copied.proto.set_name(from.proto.name());
    }
    if (from.graph) {
      copied.graph = std::make_unique<graph::Graph>(builder.function(), &to);
      copied.graph->name = from.graph->name;
      copied.graph->outputHints = from.graph->outputHints;
      for (const auto &input : from.graph->inputs)
        values[input.get()] = copied.graph->addInput(input->hint, typeOf(input.get()));
      copy(*from.graph, *copied.graph);
      for (const graph::Value *output : from.graph->outputs)
        copied.graph->outputs.push_back(values[output]);
    }
    node.attributes.push_back(std::move(copied));
  }

  /// Of a value of the function, for these arguments.
  graph::Type typeOf(const graph::Value *value) {
    if (!types) {
      std::vector<std::optional<graph::Type>> inputs;
      for (const auto &formal : function.body.inputs)
        inputs.push_back(values.contains(formal.get()) ? std::optional(builder.typeOf(values[formal.get()]))
                                                       : std::nullopt);
      std::vector<onnx::AttributeProto> bound;
      for (const graph::AttributeParam &param : function.attributes)
        if (const onnx::AttributeProto *proto = valueOf(param.name)) {
          bound.push_back(*proto);
          bound.back().set_name(param.name);
        }
      types.emplace(function, inputs, std::move(bound));
    }
    graph::Type type = types->typeOf(value);
    if (!type.elem.isKnown())
      type.elem = graph::ElemType(); // a type variable of the function, not of the graph
    return type;
  }

  const onnx::AttributeProto *valueOf(const std::string &name) const {
    for (const graph::Attribute &attribute : attributes)
      if (attribute.proto.name() == name)
        return &attribute.proto;
    const graph::AttributeParam *param = function.attribute(name);
    return param && param->defaultValue ? &*param->defaultValue : nullptr;
  }

  Session &session;
  const graph::Function &function;
  const graph::Attributes &attributes;
  graph::Builder &builder;
  std::unordered_map<const graph::Value *, graph::Value *> values;
  std::optional<graph::Reinference> types;
};

} // namespace

std::vector<Operand> flatten(Session &session, const graph::Function &function, const std::vector<Operand> &inputs,
                             const graph::Attributes &attributes) {
  return Flattener(session, function, inputs, attributes).run();
}

} // namespace onnxc::runtime
