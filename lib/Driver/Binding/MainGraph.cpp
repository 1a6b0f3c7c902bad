#include "Driver/Binding/MainGraph.h"

#include "Driver/Binding/AttributeValues.h"
#include "Driver/Binding/InputTypes.h"
#include "Driver/Binding/Signatures.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Suggest.h"

#include <algorithm>

namespace onnxc::driver {
namespace {

using frontend::Param;
using frontend::ParamKind;

/// A tensor as default argument is no constant of the main graph: the input stays, as that of other tensors.
bool mayBeOmitted(const Param &param) {
  return param.isOptionalInput() && (!param.defaultValue || param.isAbsentByDefault);
}

std::size_t countOf(const std::vector<InputRequest> &inputs, const std::string &name) {
  return static_cast<std::size_t>(
      std::count_if(inputs.begin(), inputs.end(), [&](const InputRequest &input) { return input.name == name; }));
}

/// The first formal of that name from `from` on, or the end.
std::size_t findFormal(const std::vector<MainInput> &formals, const std::string &name, std::size_t from = 0) {
  while (from < formals.size() && formals[from].name != name)
    ++from;
  return from;
}

/// The request for each formal, or null. Throws on names that do not exist or are given too often.
std::vector<const InputRequest *> matchRequests(const std::vector<MainInput> &formals,
                                                const std::vector<InputRequest> &requests,
                                                const std::string &function) {
  std::vector<const InputRequest *> matched(formals.size());
  for (const InputRequest &request : requests) {
    if (request.absent)
      throw Failure::usage("'--input " + request.name + "=none': an input that is not named is absent");
    std::size_t place = findFormal(formals, request.name);
    if (place == formals.size()) {
      std::vector<std::string> names;
      for (const MainInput &formal : formals)
        names.push_back(formal.name);
      throw Failure::usage("'" + function + "' has no input '" + request.name + "'" + didYouMean(request.name, names));
    }
    while (place < formals.size() && matched[place])
      place = findFormal(formals, request.name, place + 1);
    if (place == formals.size())
      throw Failure::usage("input '" + request.name + "' is given twice");
    matched[place] = &request;
  }
  return matched;
}

/// Binds the variables of declared types to what `--input` gives, so that inputs that share a variable share the type.
graph::TypeVars bindVariables(const graph::Function &function, const std::vector<const InputRequest *> &requests) {
  graph::TypeVars variables = function.typeVars;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!requests[i] || !requests[i]->type)
      continue;
    const graph::Type &declared = function.body.inputs[i]->type;
    if ((declared.elem.isKnown() || declared.elem.var >= 0) && !variables.unify(declared.elem, requests[i]->type->elem))
      throw Failure::usage("'--input " + requests[i]->name + "=" + graph::toString(*requests[i]->type) +
                           "': the input is declared as " + graph::toString(declared));
  }
  return variables;
}

bool needsElementType(const graph::Type &type) { return !type.elem.isKnown() && type.kind != graph::Type::Kind::Other; }

} // namespace

lower::Presence presenceOf(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit,
                           const MainOptions &options) {
  lower::Presence presence;
  std::vector<InputRequest> inputs = readInputs(options.inputs);
  for (const Param &param : signatureOf(function, unit).params) {
    if (param.isOptionalInput())
      presence.given.push_back(countOf(inputs, param.name) > 0 || !mayBeOmitted(param));
    else if (param.isOptional())
      presence.given.push_back(isGiven(param, options.attributes));
    if (param.isVariadic())
      presence.counts.push_back(static_cast<unsigned>(std::max<std::size_t>(1, countOf(inputs, param.name))));
  }
  return presence;
}

std::vector<MainInput> mainInputs(const frontend::Signature &signature, const lower::Presence &presence) {
  std::vector<MainInput> inputs;
  std::size_t variadics = 0;
  for (const Param &param : signature.params) {
    if (!param.isInput())
      continue;
    for (const frontend::Member &member : param.members)
      inputs.push_back({member.name, false});
    if (param.isVariadic())
      inputs.insert(inputs.end(), presence.counts[variadics++], {param.name, false});
    else if (param.kind != ParamKind::TensorStruct)
      inputs.push_back({param.name, mayBeOmitted(param)});
  }
  return inputs;
}

graph::MainCall mainCall(const frontend::AnnotatedFunction &function, const graph::Function &lowered,
                         frontend::ParsedUnit &unit, const MainOptions &options) {
  graph::MainCall call;
  call.main = &lowered;
  call.attributes = bindAttributes(signatureOf(function, unit), options.attributes);
  std::vector<MainInput> formals = mainInputs(signatureOf(function, unit), presenceOf(function, unit, options));
  if (formals.size() != lowered.body.inputs.size())
    throw Failure::internal("'" + lowered.name + "' has other inputs than its signature");
  std::vector<InputRequest> inputs = readInputs(options.inputs);
  std::vector<const InputRequest *> requests = matchRequests(formals, inputs, lowered.name);
  graph::TypeVars variables = bindVariables(lowered, requests);
  call.inputs.resize(formals.size());
  for (std::size_t i = 0; i < formals.size(); ++i) {
    if (formals[i].optional && !requests[i]) {
      call.omitted.insert(static_cast<unsigned>(i));
      continue;
    }
    graph::Type &type =
        call.inputs[i].emplace(requests[i] && requests[i]->type ? *requests[i]->type : lowered.body.inputs[i]->type);
    type.elem = variables.resolve(type.elem);
    if (needsElementType(type))
      throw Failure::usage("input '" + formals[i].name + "' of '" + lowered.name +
                           "' has no element type; give one with '--input " + formals[i].name + "=float[...]'");
  }
  return call;
}

} // namespace onnxc::driver
