// `onnxc guard COMPILER ARGUMENTS...`: the compiler runs; a source in which annotated functions would be plain ones is
// refused.

#include "Driver/Commands/Commands.h"
#include "Driver/Files/Messages.h"
#include "Driver/Inclusions/CompileCall.h"
#include "Driver/Inclusions/HeaderScan.h"
#include "Driver/Inclusions/PlainInclusions.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Includes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace onnxc::driver {
namespace {

/// What onnxc_target_sources calls its outputs.
constexpr const char *rewrittenSuffix = ".onnxc.cc";

int runCompiler(const std::vector<std::string> &command) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName(command.front());
  if (!program)
    throw Failure::usage("cannot run '" + command.front() + "': " + program.getError().message());
  std::vector<llvm::StringRef> arguments(command.begin(), command.end());
  std::string error;
  int code = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, {}, 0, 0, &error);
  if (code < 0)
    throw Failure::usage("'" + command.front() + "' did not end as it should: " + error);
  return code;
}

/// Headers in folders that every compiler searches, and ours, have no annotated functions of the user's.
bool isOfUser(const std::string &header, const std::vector<std::string> &foreignFolders) {
  return llvm::none_of(foreignFolders, [&](const std::string &folder) { return header.starts_with(folder); });
}

std::vector<std::string> userHeaders(const CompileCall &call) {
  std::vector<std::string> foreignFolders = {"/usr/include/", "/usr/lib/"};
  for (const std::vector<std::string> &folders : {headerFolders(), onnxHeaderFolders()})
    for (const std::string &folder : folders)
      foreignFolders.push_back(folder + "/onnx"); // onnx/..., onnxc/...: a project may be installed to the same prefix
  std::vector<std::string> headers;
  for (std::string &file : readDepfile(call.depfile))
    if (file != call.source && isOfUser(file, foreignFolders))
      headers.push_back(std::move(file));
  return headers;
}

std::string refusal(const CompileCall &call, const GuardOptions &options) {
  return mayHaveAnnotatedBodies(userHeaders(call)) ? plainInclusions(call, options.target, useColor(Color::Auto))
                                                   : std::string();
}

} // namespace

int runGuard(const GuardOptions &options) {
  std::vector<std::string> command = options.command;
  std::optional<CompileCall> call = readCompileCall(command);
  if (call && llvm::StringRef(call->source).ends_with(rewrittenSuffix))
    call.reset();
  if (call)
    llvm::append_range(command, call->depfileFlags());
  if (int code = runCompiler(command); code != Fine || !call)
    return code;
  std::string errors = refusal(*call, options);
  if (!call->askedForDepfile)
    llvm::sys::fs::remove(call->depfile);
  if (errors.empty())
    return Fine;
  llvm::errs() << errors;
  // Else make would find it newer than its source.
  llvm::sys::fs::remove(call->output);
  return SourceErrors;
}

} // namespace onnxc::driver
