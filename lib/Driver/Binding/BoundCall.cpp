#include "Driver/Binding/BoundCall.h"

#include "Driver/Binding/AttributeValues.h"
#include "Driver/Binding/Signatures.h"
#include "Driver/Options/Suggest.h"

#include "llvm/ADT/STLExtras.h"

namespace onnxc::driver {
namespace {

using frontend::Param;
using frontend::ParamKind;

bool takesValue(const Param &param) { return param.kind == ParamKind::Attribute || param.kind == ParamKind::Opaque; }

/// The names that options may say, in the order of the declaration.
struct Names {
  std::vector<std::string> values, inputs;

  explicit Names(const frontend::Signature &signature) {
    for (const Param &param : signature.params) {
      if (takesValue(param))
        values.push_back(param.name);
      else if (param.kind != ParamKind::TensorStruct)
        inputs.push_back(param.name);
      for (const frontend::Member &member : param.members)
        inputs.push_back(member.name);
    }
  }
};

void checkName(const std::string &kind, const std::string &name, const std::vector<std::string> &names,
               const BoundCall &call) {
  if (!llvm::is_contained(names, name))
    throw Failure::usage("'" + call.functionName() + "' has no " + kind + " '" + name + "'" +
                         didYouMeanOrHas(name, names));
}

const Param &paramNamed(const std::string &name, const frontend::Signature &signature) {
  return *llvm::find_if(signature.params, [&](const Param &param) { return param.name == name; });
}

void bindValue(BoundCall &call, const AttributeOption &option) {
  if (call.values.contains(option.name))
    throw Failure::usage("attribute '" + option.name + "' is given twice");
  call.setValue(paramNamed(option.name, call.signature), option.value);
}

/// Only a variadic input takes several.
void checkCounts(const BoundCall &call) {
  for (const auto &[name, given] : call.inputs)
    if (given.size() > 1 && llvm::none_of(call.signature.params,
                                          [&](const Param &param) { return param.name == name && param.isVariadic(); }))
      throw Failure::usage("input '" + name + "' is given twice");
}

/// Adds those options to `own` that name one of `names` which is not there yet.
template <class Option>
void addSharedOptions(const std::vector<Option> &shared, const std::vector<std::string> &names,
                      std::vector<Option> &own, std::set<std::string> &used) {
  std::set<std::string> given;
  for (const Option &option : own)
    given.insert(option.name);
  for (const Option &option : shared) {
    if (!llvm::is_contained(names, option.name))
      continue;
    used.insert(option.text);
    if (!given.contains(option.name))
      own.push_back(option);
  }
}

} // namespace

const GivenValue *BoundCall::valueOf(const Param &param) const {
  auto given = values.find(param.name);
  return given == values.end() ? nullptr : &given->second;
}

const std::vector<GivenInput> &BoundCall::inputsOf(const std::string &name) const {
  static const std::vector<GivenInput> none;
  auto given = inputs.find(name);
  return given == inputs.end() ? none : given->second;
}

bool BoundCall::hasValue(const Param &param) const {
  const GivenValue *given = valueOf(param);
  return given ? !given->isAbsent : param.isSetByDefault();
}

void BoundCall::setValue(const Param &param, const std::string &text) {
  GivenValue &given = values[param.name];
  given.text = text;
  given.isAbsent = param.isOptional() && text == "none";
  if (param.kind == ParamKind::Attribute && !given.isAbsent)
    given.proto = readAttributeValue(param, text);
}

BoundCall bind(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit, const CallOptions &options) {
  BoundCall call;
  call.function = &function;
  call.signature = signatureOf(function, unit);
  // What is misspelt is said before what is missing or wrong.
  Names names(call.signature);
  for (const InputOption &option : options.inputs)
    checkName("input", option.name, names.inputs, call);
  for (const AttributeOption &option : options.attributes)
    checkName("attribute", option.name, names.values, call);
  for (const AttributeOption &option : options.attributes)
    bindValue(call, option);
  for (const InputOption &option : options.inputs)
    call.inputs[option.name].push_back({option.type, option.isAbsent});
  checkCounts(call);
  return call;
}

void addShared(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit, const CallOptions &shared,
               CallOptions &own, std::set<std::string> &used) {
  Names names(signatureOf(function, unit));
  addSharedOptions(shared.inputs, names.inputs, own.inputs, used);
  addSharedOptions(shared.attributes, names.values, own.attributes, used);
}

Failure missingValue(const Param &param, const std::string &function) {
  return Failure::usage(std::string(param.kind == ParamKind::Opaque ? "parameter" : "attribute") + " '" + param.name +
                        "' of '" + function + "' has no default; give it with '--attr " + param.name + "=VALUE'");
}

Failure missingElementType(const std::string &input, const std::string &function) {
  return Failure::usage("input '" + input + "' of '" + function + "' has no element type; give one with '--input " +
                        input + "=float[...]'");
}

Failure cannotBeAbsent(const std::string &input, const std::string &function) {
  return Failure::usage("'" + input + "' of '" + function + "' cannot be absent");
}

} // namespace onnxc::driver
