// From one source file to what is written, in stages that return values.
#ifndef ONNXC_DRIVER_COMPILING_COMPILE_H
#define ONNXC_DRIVER_COMPILING_COMPILE_H

#include "Driver/Compiling/Compiled.h"
#include "Driver/Options/Options.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace onnxc::driver {

/// Where and how a file's run reports and what it is for.
struct CompileContext {
  llvm::raw_ostream &messages;
  bool color = false;
  bool mustHaveMain = true; ///< --main is an error when the file does not define it
  std::string output;       ///< where the result will be written; rewritten C++ refers to files beside it
};

/// Compiles one file. Throws Failure.
Compiled compileFile(const CompileOptions &options, const std::string &file, const CompileContext &context);

} // namespace onnxc::driver

#endif
