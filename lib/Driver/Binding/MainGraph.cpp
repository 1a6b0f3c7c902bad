#include "Driver/Binding/MainGraph.h"
#include "Graph/Model/MainGraph.h"

#include "llvm/ADT/STLExtras.h"

namespace onnxc::driver {
namespace {

using frontend::Param;
using frontend::ParamKind;

/// A tensor as default argument is no constant of the main graph: the input stays, as that of other tensors.
bool mayBeOmitted(const Param &param) {
  return param.isOptionalInput() && (!param.defaultValue || param.isAbsentByDefault);
}

bool isGiven(const GivenInput &input) { return !input.isAbsent; }

unsigned variadicCount(const BoundCall &call, const Param &param) {
  return static_cast<unsigned>(std::max<std::size_t>(1, call.inputsOf(param.name).size()));
}

/// The call's attributes that are not left to their defaults.
std::vector<onnx::AttributeProto> attributesOf(const BoundCall &call) {
  std::vector<onnx::AttributeProto> attributes;
  for (const Param &param : call.signature.params) {
    if (param.kind != ParamKind::Attribute)
      continue;
    const GivenValue *given = call.valueOf(param);
    if (given && !given->isAbsent)
      attributes.push_back(given->proto);
    else if (!given && !param.isOptional() && !param.defaultValue)
      throw missingValue(param, call.functionName());
  }
  return attributes;
}

void checkPresent(const std::vector<MainInput> &formals, const std::string &function) {
  for (const MainInput &formal : formals)
    if (formal.given && formal.given->isAbsent && !formal.optional)
      throw cannotBeAbsent(formal.name, function);
}

/// Binds the variables of declared types to what the call gives, so that inputs that share a variable share the type.
graph::TypeVars bindVariables(const graph::Function &function, const std::vector<MainInput> &formals) {
  graph::TypeVars variables = function.typeVars;
  for (std::size_t i = 0; i < formals.size(); ++i) {
    const GivenInput *given = formals[i].given;
    if (!given || !given->type)
      continue;
    const graph::Type &declared = function.body.inputs[i]->type;
    if ((declared.elem.isKnown() || declared.elem.var >= 0) && !variables.unify(declared.elem, given->type->elem))
      throw Failure::usage("'--input " + formals[i].name + "=" + graph::toString(*given->type) +
                           "': the input is declared as " + graph::toString(declared));
  }
  return variables;
}

bool needsElementType(const graph::Type &type) { return !type.elem.isKnown() && type.kind != graph::Type::Kind::Other; }

} // namespace

lower::Presence presenceOf(const BoundCall &call) {
  lower::Presence presence;
  for (const Param &param : call.signature.params) {
    if (param.isOptionalInput())
      presence.given.push_back(llvm::any_of(call.inputsOf(param.name), isGiven) || !mayBeOmitted(param));
    else if (param.isOptional())
      presence.given.push_back(call.hasValue(param));
    if (param.isVariadic())
      presence.counts.push_back(variadicCount(call, param));
  }
  return presence;
}

std::vector<MainInput> mainInputs(const BoundCall &call) {
  std::vector<MainInput> inputs;
  auto add = [&](const std::string &name, bool optional, std::size_t number) {
    const std::vector<GivenInput> &given = call.inputsOf(name);
    inputs.push_back({name, optional, number < given.size() ? &given[number] : nullptr});
  };
  for (const Param &param : call.signature.params) {
    if (!param.isInput())
      continue;
    for (const frontend::Member &member : param.members)
      add(member.name, false, 0);
    if (param.isVariadic())
      for (unsigned i = 0; i < variadicCount(call, param); ++i)
        add(param.name, false, i);
    else if (param.kind != ParamKind::TensorStruct)
      add(param.name, mayBeOmitted(param), 0);
  }
  return inputs;
}

graph::MainCall mainCall(const BoundCall &call, const graph::Function &lowered) {
  graph::MainCall main;
  main.main = &lowered;
  main.attributes = attributesOf(call);
  std::vector<MainInput> formals = mainInputs(call);
  if (formals.size() != lowered.body.inputs.size())
    throw Failure::internal("'" + lowered.name + "' has other inputs than its signature");
  checkPresent(formals, lowered.name);
  graph::TypeVars variables = bindVariables(lowered, formals);
  main.inputs.resize(formals.size());
  for (std::size_t i = 0; i < formals.size(); ++i) {
    const MainInput &formal = formals[i];
    if (formal.optional && (!formal.given || formal.given->isAbsent)) {
      main.omitted.insert(static_cast<unsigned>(i));
      continue;
    }
    graph::Type &type =
        main.inputs[i].emplace(formal.given && formal.given->type ? *formal.given->type : lowered.body.inputs[i]->type);
    type.elem = variables.resolve(type.elem);
    if (needsElementType(type))
      throw missingElementType(formal.name, lowered.name);
  }
  return main;
}

} // namespace onnxc::driver
