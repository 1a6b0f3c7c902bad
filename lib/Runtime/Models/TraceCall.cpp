//===- TraceCall.cpp - The one call of a function that onnxc::trace makes -===//
#include "Runtime/Functions/Registry.h"
#include "Runtime/Functions/ValueReader.h"
#include "Runtime/Session/Names.h"
#include "Runtime/Session/Session.h"
#include "onnxc/detail/trace_call.h"
#include "onnxc/model.h"

namespace onnxc::detail {

using Form = stub::detail::DeclaredType::Form;

namespace {

Form formOf(const InputSpec &spec) {
  if (spec.optional)
    return spec.sequence ? Form::OptionalSequence : Form::Optional;
  return spec.sequence ? Form::Sequence : Form::Tensor;
}

/// How an input of this form is written.
const char *spellingOf(Form form) {
  switch (form) {
  case Form::Tensor:
    return "a tensor, input<float>({\"N\"})";
  case Form::Sequence:
    return "a sequence, input<SequenceOf<float>>()";
  case Form::Optional:
    return "an optional value, input<OptionalOf<float>>()";
  case Form::OptionalSequence:
    return "an optional value, input<OptionalOf<SequenceOf<float>>>()";
  case Form::Map:
    return "a map, which has no inputs here";
  }
  return "";
}

bool fits(Form given, Form wanted) {
  bool areOptional = wanted == Form::Optional && given == Form::OptionalSequence; // OptionalValue says neither
  return given == wanted || areOptional;
}

} // namespace

TraceInputs::TraceInputs(ModelBuilder &builder, const FunctionInfo *info, const InputSpec *specs, size_t count)
    : builder(builder), specs(specs), count(count), function(info ? info->name : "the function") {
  if (info)
    for (const ParameterInfo &each : info->parameters)
      if (!each.is_attribute)
        names.push_back(each.name);
}

std::string TraceInputs::parameterName() const {
  return parameter < names.size() ? names[parameter] : "x" + std::to_string(parameter);
}

Handle TraceInputs::take(const std::string &name, Form form, bool mayBeAbsent) {
  auto fail = [&](const std::string &what) { runtime::fail(what, builder.session().get()); };
  if (atEnd()) {
    if (mayBeAbsent)
      return Handle();
    fail("trace was given " + std::to_string(count) + (count == 1 ? " input" : " inputs") + ": the parameter '" + name +
         "' of " + function + " has none");
  }
  const InputSpec &spec = specs[position++];
  if (spec.absent) {
    if (!mayBeAbsent)
      fail("the parameter '" + name + "' of " + function + " is not optional: std::nullopt is no input for it");
    return Handle();
  }
  if (!fits(formOf(spec), form))
    fail("the parameter '" + name + "' of " + function + " takes " + spellingOf(form) + ", its input is " +
         spellingOf(formOf(spec)));
  return builder.addValue(spec.name.empty() ? name : spec.name, spec);
}

Handle TraceInputs::next(Form form, bool mayBeAbsent) {
  Handle handle = take(parameterName(), form, mayBeAbsent);
  ++parameter;
  return handle;
}

Handle TraceInputs::nextOfList(Form form, bool mayBeAbsent) {
  return take(parameterName() + "_" + std::to_string(inList++), form, mayBeAbsent);
}

void TraceInputs::endList() {
  inList = 0;
  ++parameter;
}

void TraceInputs::finish() {
  if (!atEnd())
    runtime::fail("trace was given " + std::to_string(count) + (count == 1 ? " input, " : " inputs, ") + function +
                      " takes " + std::to_string(position),
                  builder.session().get());
}

DefaultArgument::DefaultArgument(const std::type_info &type, const void *address, size_t size, unsigned parameter)
    : description("parameter " + std::to_string(parameter + 1) + " of the function") {
  if (const runtime::FunctionRecord *record = runtime::findRecord(type, address, size)) {
    const stub::Descriptor &descriptor = *record->entry->descriptor;
    description = "parameter '" + record->parameterName(parameter) + "' of " + runtime::fullName(descriptor);
    if (parameter < descriptor.parameterCount && descriptor.parameters[parameter].defaultValue)
      text = descriptor.parameters[parameter].defaultValue;
    return;
  }
  void (*plain)() = runtime::plainFunction(address, size);
  if (!plain)
    return;
  if (const stub::OperatorDescriptor *declared = runtime::findDeclaredOperator(plain)) {
    description = "parameter '" + std::string(declared->parameters[parameter].name) + "' of " + declared->name;
    if (declared->parameters[parameter].defaultValue)
      text = declared->parameters[parameter].defaultValue;
  }
  needed = findOperator(plain) == nullptr;
}

void DefaultArgument::fail() const {
  if (text.empty())
    runtime::fail(description + " has no default argument: give trace a value for it");
  runtime::fail("the default argument of " + description + " is no constant that is known here (" +
                std::string(text.substr(text.starts_with("="))) + "): give trace a value for it");
}

bool DefaultArgument::isAbsent() { return text == "none"; }

bool DefaultArgument::accept(char token) {
  while (position < text.size() && text[position] == ' ')
    ++position;
  if (position == text.size() || text[position] != token)
    return false;
  ++position;
  return true;
}

namespace {

/// The value at the position, which moves behind it; none where there is no such value.
template <class Read> auto readAt(std::string_view text, size_t &position, Read read) {
  runtime::ValueReader reader(text, position);
  auto value = read(reader);
  position = reader.position();
  return value;
}

} // namespace

long long DefaultArgument::integer() {
  auto value = readAt(text, position, [](runtime::ValueReader &reader) { return reader.integer(); });
  return value ? *value : (fail(), 0);
}

double DefaultArgument::real() {
  auto value = readAt(text, position, [](runtime::ValueReader &reader) { return reader.real(); });
  return value ? *value : (fail(), 0);
}

std::string DefaultArgument::string() {
  auto value = readAt(text, position, [](runtime::ValueReader &reader) { return reader.string(); });
  return value ? *value : (fail(), "");
}

void addOutputs(ModelBuilder &builder, const FunctionInfo *info, const ValueList &values) {
  bool named = info && info->outputs.size() == values.size();
  for (size_t i = 0; i < values.size(); ++i) {
    std::string name = named ? info->outputs[i].name : "";
    if (name.empty())
      name = values.size() == 1 ? "y" : "y" + std::to_string(i);
    while (builder.session()->inputNames.contains(name))
      name += "_out";
    builder.output(name, Tensor(values[i]));
  }
}

} // namespace onnxc::detail
