// `onnxc link`.
#include "Driver/Binding/AttributeValues.h"
#include "Driver/Commands/Commands.h"
#include "Driver/Files/FinishModel.h"
#include "Driver/Files/ModelFile.h"
#include "Driver/Files/Output.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Suggest.h"
#include "Graph/File/ExternalData.h"
#include "Graph/Model/CheckModel.h"
#include "Graph/Model/Import.h"
#include "Graph/Model/MainGraph.h"
#include "Graph/Model/Model.h"
#include "Link/Link.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace onnxc::driver {
namespace {

link::Unit readUnit(const std::string &file, std::vector<std::string> &dependencies) {
  link::Unit unit;
  unit.file = file;
  unit.model = readWholeModel(file, dependencies);
  unit.hasMain = unit.model.graph().node_size() > 0;
  return unit;
}

/// How a function may be called on the command line: with or without its overload and its domain, whose parts may be
/// separated as in C++.
bool isNamed(const onnx::FunctionProto &function, const std::string &name) {
  std::string dotted = function.domain(), scoped = dotted;
  for (std::size_t at = 0; (at = scoped.find('.', at)) != std::string::npos; at += 2)
    scoped.replace(at, 1, "::");
  for (const std::string &overload : {std::string(), "<" + function.overload() + ">"})
    for (const std::string &prefix : {std::string(), dotted + "::", scoped + "::"})
      if (name == prefix + function.name() + overload)
        return true;
  return false;
}

/// Whether this form of a function is made for calls without the optional attribute: its overload says `!name`.
bool isMadeWithout(const onnx::FunctionProto &function, const std::string &attribute) {
  llvm::SmallVector<llvm::StringRef, 8> parts;
  llvm::SplitString(function.overload(), parts, ";,");
  return llvm::is_contained(parts, "!" + attribute);
}

/// Takes `NAME=none` out of the options, and out of `found` the functions that are not made for its absence.
void takeAbsent(std::vector<AttributeOption> &options, std::vector<const onnx::FunctionProto *> &found) {
  for (auto option = options.begin(); option != options.end();) {
    auto lacksIt = [&](const onnx::FunctionProto *function) { return isMadeWithout(*function, option->name); };
    if (option->value != "none" || llvm::none_of(found, lacksIt)) {
      ++option;
      continue;
    }
    llvm::erase_if(found, [&](const onnx::FunctionProto *function) { return !lacksIt(function); });
    option = options.erase(option);
  }
}

/// The function that --main names, in the form without the optional attributes that are `none`.
const onnx::FunctionProto &findMain(const onnx::ModelProto &model, const std::string &name,
                                    std::vector<AttributeOption> &attributes) {
  std::vector<const onnx::FunctionProto *> found;
  std::vector<std::string> names;
  for (const onnx::FunctionProto &function : model.functions()) {
    names.push_back(function.name());
    if (isNamed(function, name))
      found.push_back(&function);
  }
  takeAbsent(attributes, found);
  if (found.size() == 1)
    return *found.front();
  if (found.empty())
    throw Failure::usage("no function '" + name + "' in these files" + didYouMean(name, names));
  names.clear();
  for (const onnx::FunctionProto *function : found)
    names.push_back(link::displayName(*function));
  throw Failure::usage("'" + name + "' names several functions: " + quotedList(names));
}

/// The request for each input of the function, or null.
std::vector<const InputOption *> matchInputs(const graph::Function &function,
                                             const std::vector<InputOption> &requests) {
  std::vector<std::string> names;
  for (const auto &input : function.body.inputs)
    names.push_back(input->name);
  std::vector<const InputOption *> matched(names.size());
  for (const InputOption &request : requests) {
    if (request.isAbsent)
      throw Failure::usage("'--input " + request.name + "=none': an input that is not named is absent");
    auto place = std::find(names.begin(), names.end(), request.name);
    if (place == names.end())
      throw Failure::usage("'" + function.name + "' has no input '" + request.name + "'" +
                           didYouMeanOrHas(request.name, names));
    const InputOption *&own = matched[static_cast<std::size_t>(place - names.begin())];
    if (own)
      throw Failure::usage("input '" + request.name + "' is given twice");
    own = &request;
  }
  return matched;
}

/// The call of a function of a model; its inputs have the types that --input says, else the declared ones.
graph::MainCall callOf(const graph::Function &function, const CallOptions &options) {
  graph::MainCall call;
  call.main = &function;
  call.attributes = bindAttributes(function, options.attributes);
  std::vector<const InputOption *> matched = matchInputs(function, options.inputs);
  for (std::size_t i = 0; i < matched.size(); ++i) {
    const graph::Value &input = *function.body.inputs[i];
    if (!matched[i] && function.optionalInputs.contains(input.index))
      call.omitted.insert(input.index);
    call.inputs.push_back(matched[i] ? matched[i]->type : std::nullopt);
    const graph::Type &type = call.inputs[i] ? *call.inputs[i] : input.type;
    if (!call.omitted.contains(input.index) && type.kind != graph::Type::Kind::Other && !type.elem.isKnown())
      throw Failure::usage("input '" + input.name + "' of '" + function.name +
                           "' has no declared type; give one with '--input " + input.name + "=float[...]'");
  }
  return call;
}

void makeMain(onnx::ModelProto &model, CallOptions options) {
  const onnx::FunctionProto &chosen = findMain(model, options.function, options.attributes);
  graph::ImportedFunctions functions(model);
  auto function = functions.find(chosen.domain(), chosen.name(), chosen.overload());
  if (!function)
    throw Failure::source("no main graph can be made: " + function.error().message);
  if (graph::Status error = graph::addMainGraph(model, callOf(**function, options)))
    throw Failure::source("no main graph can be made: " + error->message);
}

} // namespace

int runLink(const LinkOptions &options) {
  if (options.output.emit != EmitKind::Functions)
    checkWritable(options.output.path);
  std::vector<link::Unit> units;
  std::vector<std::string> dependencies;
  for (const std::string &file : options.files) {
    units.push_back(readUnit(file, dependencies));
    units.back().hasMain = units.back().hasMain && options.main.function.empty();
  }
  link::Linked linked = link::merge(std::move(units));
  if (!linked.errors.empty())
    throw Failure::source(link::joined(linked.errors));
  for (const link::Unresolved &call : linked.unresolved)
    llvm::errs() << "onnxc: note: unresolved call of " << call.name << " in " << call.caller << '\n';
  Product product;
  product.model = std::move(linked.model);
  if (!options.main.function.empty())
    makeMain(product.model, options.main);
  if (options.output.inlineFunctions && product.model.graph().node_size() > 0)
    inlineFunctions(product.model, options.output.inlineLimit);
  restrictToIrVersion(product.model);
  if (graph::Status error = graph::checkModel(product.model))
    throw Failure::source("onnx refuses the linked model: " + error->message);
  writeProduct(product, options.output.path, options.output);
  writeDepfile(options.output.depfile, options.output.path, dependencies);
  return Fine;
}

} // namespace onnxc::driver
