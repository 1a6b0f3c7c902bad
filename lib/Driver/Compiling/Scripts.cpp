#include "Driver/Compiling/Scripts.h"
#include "Graph/Model/MainGraph.h"
#include "Graph/Passes/Verify.h"

#include "Driver/Binding/BoundCall.h"
#include "Driver/Binding/MainGraph.h"
#include "Driver/Binding/Selection.h"
#include "Driver/Binding/Signatures.h"
#include "Driver/Compiling/Source.h"
#include "Driver/Compiling/SourcePlaces.h"
#include "Driver/Compiling/Stubs.h"
#include "Driver/Files/Dependencies.h"
#include "Driver/Options/Failure.h"
#include "Graph/Model/Model.h"
#include "Lower/Lower.h"
#include "onnxc-config.h"

namespace onnxc::driver {
namespace {

using frontend::AnnotatedFunction;
using frontend::Annotation;
using frontend::ParsedUnit;

graph::ModelOptions modelOptions(const CompileOptions &options, ParsedUnit &unit) {
  graph::ModelOptions model;
  model.opset = options.opset;
  model.irVersion = options.output.irVersion;
  model.producerVersion = ONNXC_VERSION_STRING;
  model.finish = finishOptions(options, unit);
  return model;
}

/// What is lowered: the functions of the file, and the one that --main names with the inputs that are given.
struct Lowered {
  std::vector<const graph::Function *> library;
  bool failed = false; ///< one of them, which was reported
  const AnnotatedFunction *main = nullptr;
  BoundCall call;                   ///< of main
  std::optional<Failure> wrongCall; ///< why there is none
  const graph::Function *mainFunction = nullptr;
};

Lowered lowerUnit(lower::Module &module, ParsedUnit &unit, const CompileOptions &options) {
  Lowered lowered;
  if (!options.main.function.empty())
    lowered.main = findFunction(unit, options.main.function, Annotation::Script);
  for (const AnnotatedFunction *function : scriptedFunctions(unit))
    if (const graph::Function *result = module.lower(function->decl))
      lowered.library.push_back(result);
    else
      lowered.failed |= !frontend::needsObject(function->decl);
  if (lowered.main && frontend::needsObject(lowered.main->decl))
    throw Failure::usage("'" + options.main.function +
                         "' is a method of objects that hold something: name a scripted function that calls it on one");
  if (lowered.main) {
    try {
      lowered.call = bind(*lowered.main, unit, options.main);
      lowered.mainFunction = module.lower(lowered.main->decl, presenceOf(lowered.call));
    } catch (Failure &failure) {
      lowered.wrongCall = std::move(failure);
    }
  }
  return lowered;
}

/// Our own bugs must not reach the user as a wrong model.
void verifyAll(const std::vector<const graph::Function *> &functions) {
  for (const graph::Function *function : graph::closure(functions))
    if (graph::Status error = graph::verify(*function))
      throw Failure::internal("function '" + function->name + "' is not legal: " + error->message);
}

/// Whose fault it is that there is no model.
Failure modelFailure(const graph::Error &error, const std::string &file) {
  switch (error.id) {
  case graph::ErrorId::Internal:
    return Failure::internal(error.message);
  case graph::ErrorId::WrongOpset:
    return Failure::source(file + ": " + error.message);
  default:
    return Failure::usage(error.message);
  }
}

/// An error that `--input` uncovers in a body.
void reportInSource(const graph::Error &error, const Lowered &lowered, ParsedUnit &unit) {
  using frontend::DiagId;
  auto placeOf = [](graph::Location location) {
    return clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(location));
  };
  unit.diagnoser().report(placeOf(error.location), DiagId::GraphError) << error.message;
  for (const graph::CallPlace &call : error.calls)
    unit.diagnoser().report(placeOf(call.location), DiagId::NoteText) << call.text;
  unit.diagnoser().report(lowered.main->decl->getLocation(), DiagId::NoteText)
      << "the types of the inputs of '" + lowered.mainFunction->name + "' are those of the command line";
}

/// Errors in the source that are found on the way are reported; the model is of no use then.
onnx::ModelProto makeModel(const Lowered &lowered, ParsedUnit &unit, const CompileOptions &options) {
  graph::ModelOptions settings = modelOptions(options, unit);
  auto roots = lowered.mainFunction ? std::vector<const graph::Function *>{lowered.mainFunction} : lowered.library;
  verifyAll(roots);
  auto model = lowered.mainFunction ? graph::mainModel(mainCall(lowered.call, *lowered.mainFunction), settings)
                                    : graph::libraryModel(roots, settings);
  if (model)
    return std::move(*model);
  if (!model.error().location)
    throw modelFailure(model.error(), unit.job().file);
  reportInSource(model.error(), lowered, unit);
  return {};
}

void requireFunctions(ParsedUnit &unit, const CompileOptions &options) {
  if (!options.main.function.empty() || !scriptedFunctions(unit).empty() || unit.hasErrors())
    return;
  bool traced = !unit.functions().written.empty();
  if (traced && options.check)
    return;
  throw Failure::source(unit.job().file + ": no function is annotated with [[onnx::script]]" +
                        (traced ? "; its traced functions are compiled by '--emit=cpp' and run by 'onnxc trace'" : ""));
}

} // namespace

Compiled compileScripts(const CompileOptions &options, ParsedUnit &unit, bool mustHaveMain) {
  Compiled compiled;
  lower::Module module(unit, {options.opset});
  checkTracedFunctions(unit);
  Lowered lowered = lowerUnit(module, unit, options);
  std::string missing;
  if (!lowered.main && mustHaveMain && !options.main.function.empty())
    missing = missingFunction(unit, options.main.function, Annotation::Script);
  if (options.output.emit == EmitKind::Schema)
    compiled.product.signatures = functionInfos(unit);
  if (!usesVerify(options.source))
    requireFunctions(unit, options);
  std::optional<Failure> failure = std::move(lowered.wrongCall); // what is wrong in the source is said first
  bool isComplete = failure || (lowered.main ? lowered.mainFunction != nullptr : !lowered.failed);
  if (!failure && isComplete && missing.empty() && !unit.hasErrors())
    try {
      compiled.product.model = makeModel(lowered, unit, options);
    } catch (Failure &thrown) {
      failure = std::move(thrown);
    }
  endDiagnostics(unit);
  if (usesVerify(options.source)) {
    compiled.nothingToWrite = true;
    return compiled;
  }
  if (!missing.empty())
    throw Failure::usage(missing);
  if (!isComplete)
    throw Failure::internal("a function was given up without an error");
  if (failure)
    throw std::move(*failure);
  compiled.hasMain = lowered.main != nullptr;
  compiled.dependencies = dependenciesOf(unit, options.output.depfile);
  return compiled;
}

} // namespace onnxc::driver
