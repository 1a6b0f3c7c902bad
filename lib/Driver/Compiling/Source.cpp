#include "Driver/Compiling/Source.h"
#include "Frontend/Arguments.h"

#include "Driver/Options/Failure.h"
#include "Driver/Options/Includes.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace onnxc::driver {
namespace {

/// False for empty and binary files, which Clang is not bothered with.
bool isText(const std::string &file) {
  auto input = llvm::MemoryBuffer::getFile(file);
  return !input || ((*input)->getBufferSize() > 0 && !(*input)->getBuffer().contains('\0'));
}

} // namespace

frontend::CompileJob makeJob(const SourceOptions &options, const std::string &file, llvm::raw_ostream &messages,
                             bool color) {
  frontend::CompileJob job;
  job.file = file;
  job.clangArgs = options.clangArgs;
  job.headerFolders = headerFolders();
  job.warnings = options.warnings;
  job.messages = &messages;
  job.color = color;
  for (const std::string &folder : onnxHeaderFolders())
    job.clangArgs.insert(job.clangArgs.end(), {"-isystem", folder});
  job.clangArgs.insert(job.clangArgs.begin(), {"-DONNX_ML=1", "-DONNX_NAMESPACE=onnx"}); // onnx/onnx_pb.h wants them
  if (file == "-") {
    auto input = llvm::MemoryBuffer::getSTDIN();
    if (!input)
      throw Failure::usage("cannot read standard input: " + input.getError().message());
    job.file = "<stdin>";
    job.code = (*input)->getBuffer().str();
  } else if (llvm::sys::fs::is_directory(file)) {
    throw Failure::usage("cannot read '" + file + "': it is a folder");
  } else if (auto input = llvm::MemoryBuffer::getFile(file); !input) {
    throw Failure::usage("cannot read '" + file + "': " + input.getError().message());
  }
  std::string error;
  if (!options.buildFolder.empty()) {
    job.dropUnknownFlags = true;
    if (!frontend::addCompileCommands(job, options.buildFolder, error))
      throw Failure::usage(error);
  }
  return job;
}

std::unique_ptr<frontend::ParsedUnit> parseJob(frontend::CompileJob job, const std::string &file) {
  auto unit = frontend::parse(std::move(job));
  if (!unit)
    throw Failure{isText(file) ? WrongUsage : SourceErrors, {}};
  return unit;
}

std::unique_ptr<frontend::ParsedUnit> parseSource(const SourceOptions &options, const std::string &file,
                                                  llvm::raw_ostream &messages, bool color) {
  return parseJob(makeJob(options, file, messages, color), file);
}

void endDiagnostics(frontend::ParsedUnit &unit) {
  unit.finishDiagnostics();
  if (unit.diagnoser().hasInternalErrors())
    throw Failure{InternalError, {}};
  if (unit.hasErrors())
    throw Failure::source();
}

bool usesVerify(const SourceOptions &options) {
  for (const std::string &argument : options.clangArgs)
    if (llvm::StringRef(argument).starts_with("-verify"))
      return true;
  return false;
}

} // namespace onnxc::driver
