// From one source file to what is written, in stages that return values.
#ifndef ONNXC_DRIVER_COMPILE_H
#define ONNXC_DRIVER_COMPILE_H

#include "Driver/Options.h"
#include "Driver/Output.h"
#include "Frontend/Invocation.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>
#include <vector>

namespace onnxc::driver {

/// Reads the file's text; throws Failure (missing, unreadable, a folder). "-" is standard input.
frontend::CompileJob makeJob(const SourceOptions &options, const std::string &file, llvm::raw_ostream &messages, bool color);

/// Parses; throws Failure when Clang refused the file or its flags. Errors in the source do not throw.
std::unique_ptr<frontend::ParsedUnit> parseSource(const SourceOptions &options, const std::string &file, llvm::raw_ostream &messages,
                                                  bool color);

/// What became of one source file.
struct Compiled {
  Product product;
  std::vector<std::string> dependencies; ///< files that were read, the source first
  bool hasMain = false;                  ///< the model's graph calls --main
  bool nothingToWrite = false;           ///< Clang's -verify was on and content
};

/// Compiles one file. `mustHaveMain`: --main is an error when the file does not define it. Throws Failure.
Compiled compileFile(const CompileOptions &options, const std::string &file, bool mustHaveMain, llvm::raw_ostream &messages, bool color);

/// onnx's inliner over the whole model: no functions are left.
void inlineFunctions(onnx::ModelProto &model);

} // namespace onnxc::driver

#endif
