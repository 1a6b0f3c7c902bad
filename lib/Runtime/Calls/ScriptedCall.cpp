//===- ScriptedCall.cpp - A call of a scripted function -------------------===//
#include "Runtime/Calls/ScriptedCall.h"
#include "Runtime/Calls/Arguments.h"
#include "Runtime/Calls/RunningCall.h"
#include "Runtime/Functions/AttributeText.h"
#include "Runtime/Functions/CompiledFunctions.h"
#include "Runtime/Session/Names.h"
#include "Runtime/Session/ThreadRegistry.h"
#include <optional>
#include <utility>

namespace onnxc::runtime {

using stub::detail::Arguments;

/// '1' or '0' for each std::optional parameter, ",N" for each variadic one.
std::string ScriptedCall::presence() const {
  std::string given, counts;
  for (size_t i = 0; i < site.record.parameters.size(); ++i) {
    const ParameterShape &shape = site.record.parameters[i];
    if (shape.isAttribute) {
      if (shape.optional)
        given += site.parameterText(i) == "none" ? '0' : '1';
      continue;
    }
    size_t count = 0, present = 0;
    for (const Arguments::Slot &slot : site.arguments.slots)
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
  const stub::Embedded &embedded = site.record.entry->embedded();
  if (embedded.count == 0)
    fail("the scripted method " + fullName(site.descriptor()) +
             " is compiled only where scripts call it, for objects that are known while compiling: call it from a "
             "scripted function, or make it [[onnx::trace]]",
         site.session);
  std::string pattern = presence();
  const stub::Proto *any = nullptr;
  for (size_t i = 0; i < embedded.count; ++i) {
    if (pattern == embedded.protos[i].presence)
      return embedded.protos[i];
    if (!*embedded.protos[i].presence)
      any = &embedded.protos[i];
  }
  if (!any)
    fail("the scripted function " + fullName(site.descriptor()) +
             " was not compiled for these optional parameters and counts (" + pattern + ")",
         site.session);
  return *any;
}

size_t ScriptedCall::choose() {
  site.session = &site.findSession();
  const stub::Proto &compiled = compiledForm();
  onnx::FunctionProto proto;
  if (!proto.ParseFromArray(compiled.data, static_cast<int>(compiled.size)))
    fail("the compiled form of " + std::string(site.descriptor().name) + " is damaged", site.session);
  function = importInto(*site.session, proto);
  collectOperands();
  collectAttributes();
  return function->body.outputs.size();
}

void ScriptedCall::collectOperands() {
  size_t present = 0;
  for (const Arguments::Slot &slot : site.arguments.slots)
    present += slot.handle != nullptr;
  bool compact = function->body.inputs.size() == present;
  size_t input = 0;
  for (const Arguments::Slot &slot : site.arguments.slots) {
    if (!slot.handle && compact)
      continue;
    operands.push_back(slot.handle ? site.session->operand(*slot.handle) : graph::Operand());
    if (slot.handle)
      checkArgument(slot, input);
    ++input;
  }
}

/// The last operand is for `input` of the function. Its own declaration says more than the text of the function does.
void ScriptedCall::checkArgument(const Arguments::Slot &slot, size_t input) {
  const stub::detail::DeclaredType *declared = site.record.declared(slot.parameter, slot.leaf);
  if (!declared || input >= function->body.inputs.size())
    return;
  graph::Value &formal = *function->body.inputs[input];
  if (!formal.type.elem.isKnown() && declared->elem != DType::UNDEFINED)
    formal.type = toType(*declared);
  if (!operands.back().isFlexible())
    checkDeclared(site, slot, operands.back());
}

void ScriptedCall::collectAttributes() {
  const std::vector<ParameterShape> &parameters = site.record.parameters;
  size_t literal = 0;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].isAttribute)
      continue;
    // A FunctionProto does not say which of its attributes may be absent.
    for (graph::AttributeParam &param : function->attributes)
      param.optional |= parameters[i].optional && param.name == site.record.parameterName(i);
    std::string_view text = site.parameterText(i);
    graph::Attribute attribute;
    if (text.starts_with('#')) {
      attribute.proto.set_name(site.record.parameterName(i));
      attribute.proto.set_type(onnx::AttributeProto::TENSOR);
      *attribute.proto.mutable_t() = toProto(site.arguments.literals[literal++]);
    } else if (auto value = parseAttribute(site.record.parameterName(i), text, parameters[i].kind)) {
      attribute.proto = std::move(*value);
    } else {
      continue;
    }
    attributes.push_back(std::move(attribute));
  }
}

void ScriptedCall::emit(Arguments &outputs) {
  bool inlined = std::exchange(threadRegistry().inlineNext, false) || site.session->options.inline_functions;
  std::optional<RunningCall> flattened;
  if (inlined) {
    flattened.emplace(*site.session, site.descriptor(), true);
    site.session->refreshScope();
  }
  std::vector<graph::Value *> results =
      callFunction(*site.session, *function, std::move(operands), std::move(attributes), inlined);
  flattened.reset();
  size_t index = 0;
  for (const Arguments::Slot &slot : outputs.slots)
    if (slot.handle && index < results.size())
      *slot.handle = site.session->handle(results[index++]);
}

} // namespace onnxc::runtime
