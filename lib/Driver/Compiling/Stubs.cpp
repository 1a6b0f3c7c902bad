#include "Driver/Compiling/Stubs.h"
#include "Graph/Passes/Serialize.h"
#include "Stub/TracedChecks.h"

#include "Driver/Compiling/Compiled.h"
#include "Driver/Compiling/Source.h"
#include "Driver/Compiling/SourcePlaces.h"
#include "Driver/Files/Dependencies.h"
#include "Driver/Options/Failure.h"
#include "Emit/Serialise.h"
#include "Frontend/HeaderName.h"
#include "Graph/Passes/Finish.h"
#include "Lower/Lower.h"
#include "Stub/Stub.h"

#include "llvm/Support/Path.h"

namespace onnxc::driver {
namespace {

/// The folder of rewritten headers lies beside the output, so that `#include "ops.onnxc.headers/x.h"` finds it.
std::string headerFolderFor(const std::string &output) {
  return output == "-" ? std::string() : llvm::sys::path::stem(output).str() + ".headers";
}

} // namespace

Compiled compileStub(const CompileOptions &options, frontend::ParsedUnit &unit, const std::string &output,
                     bool traceScripts) {
  lower::Module module(unit, {options.opset});
  graph::FinishOptions finish = finishOptions(options, unit);
  finish.markNumbers = true;
  stub::Options settings;
  settings.headerFolder = headerFolderFor(output);
  settings.isHeader = frontend::isHeaderName(output);
  settings.debugLines = options.debugLines;
  settings.traceScripts = traceScripts;
  settings.lower = [&](const clang::FunctionDecl *decl,
                       const stub::Presence &presence) -> std::optional<stub::EmbeddedFunction> {
    const graph::Function *function = module.lower(decl, {presence.given, presence.counts});
    if (!function)
      return std::nullopt;
    return stub::EmbeddedFunction{function->overload, emit::serialise(graph::toProto(*function, finish))};
  };
  settings.loweredFunctions = [&] {
    std::vector<std::string> functions;
    for (const graph::Function *function : module.functions())
      functions.push_back(emit::serialise(graph::toProto(*function, finish)));
    return functions;
  };
  std::optional<stub::Result> result = stub::rewrite(unit, settings);
  endDiagnostics(unit);
  Compiled compiled;
  compiled.dependencies = dependenciesOf(unit, options.output.depfile);
  if (!result && usesVerify(options.source))
    compiled.nothingToWrite = true;
  else if (!result)
    throw Failure::internal("the stubs were given up without an error");
  else
    compiled.product.cpp = std::move(result->text);
  if (result) {
    for (stub::HeaderCopy &copy : result->headers)
      compiled.product.headers.push_back({std::move(copy.path), std::move(copy.text)});
    compiled.quoteFolders = std::move(result->quoteFolders);
  }
  return compiled;
}

void checkTracedFunctions(frontend::ParsedUnit &unit) { stub::checkTraced(unit); }

} // namespace onnxc::driver
