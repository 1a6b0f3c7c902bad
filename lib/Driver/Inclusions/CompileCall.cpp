#include "Driver/Inclusions/CompileCall.h"
#include "Frontend/Arguments.h"

#include "Driver/Options/CompilerFlags.h"
#include "Driver/Options/Failure.h"
#include "Frontend/Invocation.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace onnxc::driver {
namespace {

namespace path = llvm::sys::path;

std::string withExtension(llvm::StringRef file, const char *extension) {
  llvm::SmallString<256> name(file);
  path::replace_extension(name, extension);
  return std::string(name);
}

/// Packages name folders of system headers that are searched anyway, at another place.
bool isDefaultFolder(llvm::StringRef folder) {
  folder.consume_back("/");
  return folder == "/usr/include";
}

/// Annotated headers of other packages are found in folders that CMake calls those of the system. For onnxc they are
/// headers like others, here as where the sources go through it.
std::vector<std::string> plainFolders(const std::vector<std::string> &flags) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    llvm::StringRef folder = flags[i];
    if (!folder.consume_front("-isystem")) {
      result.push_back(flags[i]);
      continue;
    }
    if (folder.empty() && i + 1 < flags.size())
      folder = flags[++i];
    if (!isDefaultFolder(folder))
      result.push_back("-I" + folder.str());
  }
  return result;
}

/// The next word of a rule for make; `$$`, `\ ` and `\#` stand for `$`, space and `#`.
std::string nextWord(llvm::StringRef &text) {
  std::string word;
  while (!text.empty()) {
    char c = text.front(), next = text.size() > 1 ? text[1] : '\0';
    if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
      word += next;
      text = text.drop_front(2);
    } else if (c == '\\' && (next == '\n' || next == '\r')) {
      break;
    } else if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      break;
    } else {
      word += c;
      text = text.drop_front();
    }
  }
  return word;
}

} // namespace

std::vector<std::string> CompileCall::depfileFlags() const {
  return askedForDepfile ? std::vector<std::string>() : std::vector<std::string>{"-MD", "-MF", depfile};
}

bool isSourceName(const std::string &file) {
  return llvm::StringSwitch<bool>(path::extension(file))
      .Cases(".cc", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".cp", true)
      .Default(false);
}

std::optional<CompileCall> readCompileCall(const std::vector<std::string> &command) {
  std::vector<std::string> arguments(command.begin() + 1, command.end());
  std::string error;
  if (!frontend::expandResponseFiles(arguments, error))
    return std::nullopt; // the compiler has said so
  CompileCall call;
  bool compiles = false, writesDepfile = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef argument = arguments[i];
    bool hasNext = i + 1 < arguments.size();
    if (argument == "-c")
      compiles = true;
    else if (argument == "-MD" || argument == "-MMD")
      writesDepfile = true;
    else if (argument == "-o" && hasNext)
      call.output = arguments[++i];
    else if (argument == "-MF" && hasNext)
      call.depfile = arguments[++i];
    else if (argument.starts_with("-M") && argument.size() == 3 && hasNext &&
             (argument[2] == 'T' || argument[2] == 'Q'))
      ++i;
    else if (!argument.starts_with("-") && isSourceName(argument.str()))
      call.source = argument.str();
  }
  if (!compiles || call.source.empty())
    return std::nullopt;
  if (call.output.empty())
    call.output = withExtension(path::filename(call.source), "o");
  call.askedForDepfile = writesDepfile;
  if (!writesDepfile)
    call.depfile = call.output + ".onnxc.d";
  else if (call.depfile.empty())
    call.depfile = withExtension(call.output, "d");
  call.flags = plainFolders(meaningfulFlags(arguments));
  return call;
}

std::vector<std::string> readDepfile(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    throw Failure::usage("cannot read '" + file + "': " + buffer.getError().message());
  llvm::StringRef text = (*buffer)->getBuffer();
  std::vector<std::string> files;
  bool afterTarget = false;
  while (!(text = text.ltrim(" \t\r\n\\")).empty()) {
    std::string word = nextWord(text);
    if (afterTarget && llvm::StringRef(word).ends_with(":"))
      break; // the rules of -MP, which name the same files
    if (afterTarget)
      files.push_back(word);
    afterTarget |= llvm::StringRef(word).ends_with(":");
  }
  return files;
}

} // namespace onnxc::driver
