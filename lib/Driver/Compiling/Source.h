// Reading and parsing a source file.
#ifndef ONNXC_DRIVER_COMPILING_SOURCE_H
#define ONNXC_DRIVER_COMPILING_SOURCE_H

#include "Driver/Options/Options.h"
#include "Frontend/Invocation.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>

namespace onnxc::driver {

/// Reads the file's text; throws Failure (missing, unreadable, a folder). "-" is standard input.
frontend::CompileJob makeJob(const SourceOptions &options, const std::string &file, llvm::raw_ostream &messages,
                             bool color);

/// Parses; throws Failure when Clang refused the file or its flags. Errors in the source do not throw.
std::unique_ptr<frontend::ParsedUnit> parseJob(frontend::CompileJob job, const std::string &file);
std::unique_ptr<frontend::ParsedUnit> parseSource(const SourceOptions &options, const std::string &file,
                                                  llvm::raw_ostream &messages, bool color);

/// Ends the diagnostics of the file; throws Failure when errors, or internal errors, were among them.
void endDiagnostics(frontend::ParsedUnit &unit);

/// True when Clang's -verify compares diagnostics with comments in the source.
bool usesVerify(const SourceOptions &options);

} // namespace onnxc::driver

#endif
