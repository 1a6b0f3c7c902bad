#include "Driver/Options/CompilerFlags.h"

#include "Driver/Options/Failure.h"

#include "clang/Driver/Options.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>
#include <iterator>

namespace onnxc::driver {
namespace {

namespace options = clang::driver::options;

constexpr unsigned meaningfulIds[] = {
    options::OPT_D,        options::OPT_U,           options::OPT_I,          options::OPT_isystem,
    options::OPT_iquote,   options::OPT_idirafter,   options::OPT_include,    options::OPT_imacros,
    options::OPT_isysroot, options::OPT__sysroot_EQ, options::OPT__sysroot,   options::OPT_std_EQ,
    options::OPT_ansi,     options::OPT_stdlib_EQ,   options::OPT_target,     options::OPT_gcc_toolchain,
    options::OPT_pthread,  options::OPT_nostdinc,    options::OPT_nostdincxx, options::OPT_gcc_install_dir_EQ,
    options::OPT_undef,
};

/// What follows -f or -fno-.
constexpr llvm::StringLiteral meaningfulFeatures[] = {
    "exceptions",  "rtti",  "char8_t",   "signed-char",      "unsigned-char", "short-enums", "strict-enums",
    "short-wchar", "wrapv", "fast-math", "finite-math-only", "ms-extensions", "coroutines",  "freestanding"};

bool isMeaningfulFeature(llvm::StringRef name) {
  if (!name.consume_front("-f"))
    return false;
  if (llvm::is_contained(meaningfulFeatures, name))
    return true;
  return name.consume_front("no-") && llvm::is_contained(meaningfulFeatures, name);
}

bool isMeaningful(const llvm::opt::Arg &argument) {
  const llvm::opt::Option &option = argument.getOption();
  if (option.matches(options::OPT_m_Group))
    return true;
  auto is = [&](unsigned id) { return option.matches(id); };
  return std::any_of(std::begin(meaningfulIds), std::end(meaningfulIds), is) ||
         isMeaningfulFeature(argument.getSpelling());
}

void appendSplit(std::vector<std::string> &arguments, llvm::StringRef text) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *, 16> words;
  llvm::cl::TokenizeGNUCommandLine(text, saver, words);
  arguments.insert(arguments.end(), words.begin(), words.end());
}

} // namespace

std::vector<std::string> meaningfulFlags(const std::vector<std::string> &arguments) {
  llvm::SmallVector<const char *, 64> pointers;
  for (const std::string &argument : arguments)
    if (argument != "-Xclang")
      pointers.push_back(argument.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      pointers, missingIndex, missingCount, llvm::opt::Visibility(options::ClangOption));
  std::vector<std::string> flags;
  for (const llvm::opt::Arg *argument : parsed) {
    if (!isMeaningful(*argument))
      continue;
    if (argument->getOption().matches(options::OPT_include)) {
      // Clang's driver would read a precompiled header in its place where it finds one beside it.
      flags.insert(flags.end(), {"-Xclang", "-include", "-Xclang", argument->getValue()});
      continue;
    }
    llvm::opt::ArgStringList rendered;
    argument->render(parsed, rendered);
    flags.insert(flags.end(), rendered.begin(), rendered.end());
  }
  return flags;
}

std::vector<std::string> readCompilerFlags(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    throw Failure::usage("cannot read '" + file + "': " + buffer.getError().message());
  std::vector<std::string> arguments;
  llvm::SmallVector<llvm::StringRef, 64> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    if (line.consume_front("SHELL:"))
      appendSplit(arguments, line);
    else
      arguments.push_back(line.str());
  }
  return meaningfulFlags(arguments);
}

} // namespace onnxc::driver
