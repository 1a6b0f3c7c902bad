#include "Frontend/Arguments.h"
#include "Frontend/Invocation.h"

#include "onnxc-config.h"

#include "clang/Driver/Options.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <unistd.h>

namespace onnxc::frontend {

namespace {

bool holdsClangHeaders(llvm::StringRef folder) {
  llvm::SmallString<256> header(folder);
  llvm::sys::path::append(header, "include", "stddef.h");
  return llvm::sys::fs::exists(header);
}

/// Options of a compile command that say what to write, not how to read: with a separate argument, or joined.
bool isOutputOption(llvm::StringRef argument, bool &takesNext) {
  takesNext = argument == "-o" || argument == "-MF" || argument == "-MT" || argument == "-MQ" || argument == "--output";
  return takesNext || argument == "-c" || argument == "-S" || argument == "-E" || argument == "-fsyntax-only" ||
         argument == "-M" || argument == "-MM" || argument == "-MD" || argument == "-MMD" || argument == "-MP" ||
         argument == "-MG" || argument.starts_with("-o") || argument.starts_with("--output=") ||
         argument.starts_with("-save-temps");
}

/// The flags of a compile command, without compiler, input and outputs.
std::vector<std::string> flagsOf(const clang::tooling::CompileCommand &command) {
  std::vector<std::string> flags;
  for (size_t i = 1; i < command.CommandLine.size(); ++i) {
    const std::string &argument = command.CommandLine[i];
    bool takesNext = false;
    if (argument == "--")
      break;
    if (isOutputOption(argument, takesNext)) {
      i += takesNext;
      continue;
    }
    if (argument == command.Filename ||
        llvm::sys::path::filename(argument) == llvm::sys::path::filename(command.Filename))
      continue;
    flags.push_back(argument);
  }
  return flags;
}

} // namespace

std::string findResourceFolder() {
  static const std::string found = [] {
    static int anchor;
    std::string program = llvm::sys::fs::getMainExecutable(nullptr, &anchor);
    llvm::SmallString<256> beside(llvm::sys::path::parent_path(llvm::sys::path::parent_path(program)));
    llvm::SmallString<256> besideOnnxc(beside);
    llvm::sys::path::append(beside, "lib", "clang", llvm::StringRef(ONNXC_LLVM_VERSION_STRING).split('.').first);
    llvm::sys::path::append(besideOnnxc, "lib", "onnxc", "clang");
    for (llvm::StringRef folder :
         {llvm::StringRef(ONNXC_CLANG_RESOURCE_DIR), llvm::StringRef(beside), llvm::StringRef(besideOnnxc)})
      if (holdsClangHeaders(folder))
        return folder.str();
    std::string major = llvm::StringRef(ONNXC_LLVM_VERSION_STRING).split('.').first.str();
    std::string installed = "/usr/lib/llvm-" + major + "/lib/clang/" + major;
    return holdsClangHeaders(installed) ? installed : std::string();
  }();
  return found;
}

bool addCompileCommands(CompileJob &job, const std::string &buildFolder, std::string &error) {
  if (!llvm::sys::fs::is_directory(buildFolder)) {
    error = "'" + buildFolder + "' is no folder";
    return false;
  }
  std::unique_ptr<clang::tooling::CompilationDatabase> database =
      clang::tooling::CompilationDatabase::autoDetectFromDirectory(buildFolder, error);
  if (!database)
    return false;
  llvm::SmallString<256> path(job.file);
  if (std::error_code problem = llvm::sys::fs::make_absolute(path)) {
    error = "the current folder is not known: " + problem.message();
    return false;
  }
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  std::vector<clang::tooling::CompileCommand> commands = database->getCompileCommands(path);
  if (commands.empty()) {
    error = "no compile command for '" + job.file + "' in '" + buildFolder + "'";
    return false;
  }
  std::vector<std::string> flags = flagsOf(commands.front());
  dropUnknownClangFlags(flags);
  // Relative include folders are relative to the folder of the command; the file itself stays as the user spelled it.
  flags.push_back("-working-directory=" + commands.front().Directory);
  job.file = job.directory.empty() && !llvm::sys::path::is_absolute(job.file) ? std::string(path) : job.file;
  job.clangArgs.insert(job.clangArgs.begin(), flags.begin(), flags.end());
  return true;
}

void dropUnknownClangFlags(std::vector<std::string> &arguments) {
  llvm::SmallVector<const char *, 32> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      pointers, missingIndex, missingCount, llvm::opt::Visibility(clang::driver::options::ClangOption));
  std::vector<bool> drop(arguments.size());
  for (const llvm::opt::Arg *argument : parsed)
    if (argument->getOption().getKind() == llvm::opt::Option::UnknownClass && argument->getIndex() < drop.size())
      drop[argument->getIndex()] = true;
  std::vector<std::string> kept;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!drop[i])
      kept.push_back(std::move(arguments[i]));
  // Warnings that only another compiler has are options that Clang knows, with a value that it does not.
  kept.insert(kept.begin(), "-Wno-unknown-warning-option");
  arguments = std::move(kept);
}

bool expandResponseFiles(std::vector<std::string> &arguments, std::string &error) {
  llvm::BumpPtrAllocator allocator;
  llvm::SmallVector<const char *, 32> pointers;
  for (const std::string &argument : arguments) {
    if (argument.starts_with("@") && argument.size() > 1 && !llvm::sys::fs::exists(argument.substr(1))) {
      error = "cannot read '" + argument.substr(1) + "': no such file";
      return false;
    }
    pointers.push_back(argument.c_str());
  }
  llvm::cl::ExpansionContext expansion(allocator, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error failure = expansion.expandResponseFiles(pointers)) {
    error = llvm::toString(std::move(failure));
    return false;
  }
  arguments.assign(pointers.begin(), pointers.end());
  return true;
}

} // namespace onnxc::frontend
