// `onnxc link`.
#include "Driver/AttributeValues.h"
#include "Driver/Commands.h"
#include "Driver/Compile.h"
#include "Driver/Failure.h"
#include "Driver/InputTypes.h"
#include "Driver/Output.h"
#include "Driver/Suggest.h"
#include "Graph/ExternalData.h"
#include "Graph/Model.h"
#include "Link/Link.h"

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

const onnx::FunctionProto &findMain(const onnx::ModelProto &model, const std::string &name) {
  std::vector<const onnx::FunctionProto *> found;
  std::vector<std::string> names;
  for (const onnx::FunctionProto &function : model.functions()) {
    std::string full = link::displayName(function);
    names.push_back(function.name());
    std::string withoutOverload = function.domain() + "::" + function.name();
    std::string dotted = withoutOverload;
    for (std::size_t at = 0; (at = dotted.find('.', at)) < function.domain().size(); at += 2)
      dotted.replace(at, 1, "::");
    if (name == function.name() || name == full || name == withoutOverload || name == dotted)
      found.push_back(&function);
  }
  if (found.size() == 1)
    return *found.front();
  if (found.empty())
    throw Failure::usage("no function '" + name + "' in these files" + didYouMean(name, names));
  names.clear();
  for (const onnx::FunctionProto *function : found)
    names.push_back(link::displayName(*function));
  throw Failure::usage("'" + name + "' names several functions: " + quotedList(names));
}

/// The types of the function's inputs: from --input, else as the function declares them.
std::vector<onnx::TypeProto> inputTypes(const onnx::FunctionProto &function,
                                        const std::vector<InputRequest> &requests) {
  std::vector<std::string> names(function.input().begin(), function.input().end());
  std::vector<onnx::TypeProto> types(names.size());
  for (const onnx::ValueInfoProto &value : function.value_info())
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == value.name())
        types[i] = value.type();
  for (const InputRequest &request : requests) {
    auto place = std::find(names.begin(), names.end(), request.name);
    if (place == names.end())
      throw Failure::usage("'" + function.name() + "' has no input '" + request.name + "'" +
                           didYouMean(request.name, names));
    if (request.type)
      types[static_cast<std::size_t>(place - names.begin())] = graph::toProto(*request.type);
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (types[i].value_case() == onnx::TypeProto::VALUE_NOT_SET)
      throw Failure::usage("input '" + names[i] + "' of '" + function.name() +
                           "' has no declared type; give one with '--input " + names[i] + "=float[...]'");
  return types;
}

void makeMain(onnx::ModelProto &model, const MainOptions &options) {
  onnx::FunctionProto function = findMain(model, options.function);
  std::vector<onnx::TypeProto> types = inputTypes(function, readInputs(options.inputs));
  std::vector<const onnx::TypeProto *> pointers;
  for (const onnx::TypeProto &type : types)
    pointers.push_back(&type);
  std::string error = link::makeMainGraph(model, function, pointers, bindAttributes(function, options.attributes));
  if (!error.empty())
    throw Failure::source("no main graph can be made: " + error);
  graph::moveOverloadsIntoNames(model);
}

} // namespace

onnx::ModelProto readModel(const std::string &file) {
  if (llvm::sys::fs::is_directory(file))
    throw Failure::usage("cannot read '" + file + "': it is a folder");
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    throw Failure::usage("cannot read '" + file + "': " + buffer.getError().message());
  onnx::ModelProto model;
  bool parsed = (*buffer)->getBufferSize() <= static_cast<std::size_t>(std::numeric_limits<int>::max()) &&
                model.ParseFromArray((*buffer)->getBufferStart(), static_cast<int>((*buffer)->getBufferSize()));
  if (!parsed || model.ir_version() == 0)
    throw Failure::source("'" + file + "' is no ONNX model");
  return model;
}

onnx::ModelProto readWholeModel(const std::string &file, std::vector<std::string> &dependencies) {
  onnx::ModelProto model = readModel(file);
  std::set<std::string> dataFiles;
  std::string folder = llvm::sys::path::parent_path(file).str();
  if (std::optional<std::string> error = graph::readExternalData(model, folder, &dataFiles))
    throw Failure::source("'" + file + "': " + *error);
  dependencies.push_back(file);
  dependencies.insert(dependencies.end(), dataFiles.begin(), dataFiles.end());
  return model;
}

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
    inlineFunctions(product.model);
  restrictToIrVersion(product.model);
  if (graph::Status error = graph::checkModel(product.model))
    throw Failure::source("onnx refuses the linked model: " + error->message);
  writeProduct(product, options.output.path, options.output);
  writeDepfile(options.output.depfile, options.output.path, dependencies);
  return Fine;
}

} // namespace onnxc::driver
