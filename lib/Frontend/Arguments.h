// Arguments for Clang: response files, compile_commands.json, its own headers.
#ifndef ONNXC_FRONTEND_ARGUMENTS_H
#define ONNXC_FRONTEND_ARGUMENTS_H

#include "Frontend/Invocation.h"

#include <string>
#include <vector>

namespace onnxc::frontend {

/// Clang's resource folder (it holds include/stddef.h): what the build configured, else next to the running program
/// (PREFIX/lib/clang/19 for PREFIX/bin/onnxc), else that of an installed Clang 19. "" when there is none.
std::string findResourceFolder();

/// Takes the flags for `job.file` from compile_commands.json in `buildFolder` or above it: they come before
/// job.clangArgs. False and a reason when there is no database or no entry for the file.
bool addCompileCommands(CompileJob &job, const std::string &buildFolder, std::string &error);

/// Removes flags that clang++ does not know, such as those of GCC only.
void dropUnknownClangFlags(std::vector<std::string> &arguments);

/// Replaces each `@file` by the arguments in that file, as other Clang tools do. False and a reason when one cannot be
/// read.
bool expandResponseFiles(std::vector<std::string> &arguments, std::string &error);

} // namespace onnxc::frontend

#endif
