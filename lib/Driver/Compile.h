// From one source file to what is written, in stages that return values.
#ifndef ONNXC_DRIVER_COMPILE_H
#define ONNXC_DRIVER_COMPILE_H

#include "Driver/Options.h"
#include "Driver/Output.h"
#include "Frontend/Invocation.h"
#include "Graph/Passes/Finish.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>
#include <vector>

namespace onnxc::driver {

/// Reads the file's text; throws Failure (missing, unreadable, a folder). "-" is standard input.
frontend::CompileJob makeJob(const SourceOptions &options, const std::string &file, llvm::raw_ostream &messages,
                             bool color);

/// Parses; throws Failure when Clang refused the file or its flags. Errors in the source do not throw.
std::unique_ptr<frontend::ParsedUnit> parseSource(const SourceOptions &options, const std::string &file,
                                                  llvm::raw_ostream &messages, bool color);

/// Ends the diagnostics of the file; throws Failure when errors, or internal errors, were among them.
void endDiagnostics(frontend::ParsedUnit &unit);

/// What became of one source file.
struct Compiled {
  Product product;
  std::vector<std::string> dependencies; ///< files that were read, the source first
  bool hasMain = false;                  ///< the model's graph calls --main
  bool nothingToWrite = false;           ///< Clang's -verify was on and content
  std::vector<std::string> quoteFolders; ///< for EmitKind::Cpp: where the copies of headers find their neighbours
};

/// Where and how a file's run reports and what it is for.
struct CompileContext {
  llvm::raw_ostream &messages;
  bool color = false;
  bool mustHaveMain = true; ///< --main is an error when the file does not define it
  std::string output;       ///< where the result will be written; rewritten C++ refers to files beside it
};

/// Compiles one file. Throws Failure.
Compiled compileFile(const CompileOptions &options, const std::string &file, const CompileContext &context);

/// What -g adds to nodes: "ops.cc:12". Never a path that depends on where onnxc runs.
graph::FinishOptions finishOptions(const CompileOptions &options, frontend::ParsedUnit &unit);

/// True when Clang's -verify compares diagnostics with comments in the source.
bool usesVerify(const SourceOptions &options);

/// No functions are left in the model. Throws Failure when that would be more than `limit` nodes.
void inlineFunctions(onnx::ModelProto &model, int64_t limit);

} // namespace onnxc::driver

#endif
