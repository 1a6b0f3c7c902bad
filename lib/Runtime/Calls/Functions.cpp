//===- Functions.cpp - Compiled functions in a session --------------------===//
#include "Runtime/Calls/Functions.h"
#include "Graph/Model/Import.h"
#include "Graph/Model/Inline.h"
#include "Runtime/Calls/Calls.h"
#include "Runtime/Functions/AttributeText.h"
#include "Runtime/Functions/Registry.h"
#include "Runtime/Session/Names.h"
#include "Runtime/Session/ThreadRegistry.h"
#include "Support/Hash.h"
#include <algorithm>

namespace onnxc::runtime {

using namespace support;

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
  if (embedded.count == 0)
    fail("the scripted method " + fullName(*record.entry->descriptor) +
             " is compiled only where scripts call it, for objects that are known while compiling: call it from a "
             "scripted function, or make it [[onnx::trace]]",
         session);
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
    // A FunctionProto does not say which of its attributes may be absent.
    for (graph::AttributeParam &param : function->attributes)
      param.optional |= record.parameters[i].optional && param.name == record.parameterName(i);
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

void checkInlineLimit(Session &session) {
  int64_t nodes = 0;
  for (const graph::Graph *graph = &session.frame().builder.graph(); graph; graph = graph->parent)
    nodes += static_cast<int64_t>(graph->nodes.size());
  if (nodes > session.options.inline_limit)
    fail("inlining all calls makes more nodes than the limit of " + std::to_string(session.options.inline_limit) +
             " (TraceOptions::inline_limit, '--inline-limit')",
         &session);
}

std::vector<graph::Value *> callFunction(Session &session, const graph::Function &function,
                                         std::vector<Operand> operands, graph::Attributes attributes, bool inlined) {
  graph::Builder &builder = session.frame().builder;
  bool all = session.options.inline_functions;
  if (!inlined && !all)
    return session.check(builder.call(function, std::move(operands), std::move(attributes)));
  checkInlineLimit(session);
  return session.check(graph::inlineCall(builder, function, std::move(operands), std::move(attributes), all,
                                         {session.options.inline_limit}));
}

void ScriptedCall::emit(Arguments &outputs) {
  bool inlined = std::exchange(threadRegistry().inlineNext, false) || session->options.inline_functions;
  if (inlined) {
    begin(true);
    session->refreshScope();
  }
  std::vector<graph::Value *> results =
      callFunction(*session, *function, std::move(operands), std::move(attributes), inlined);
  if (inlined)
    end();
  size_t index = 0;
  for (const Arguments::Slot &slot : outputs.slots)
    if (slot.handle && index < results.size())
      *slot.handle = session->handle(results[index++]);
}

} // namespace onnxc::runtime
