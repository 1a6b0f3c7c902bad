#include "Driver/Options/ClangFlags.h"

#include "Driver/Options/Failure.h"

#include <string_view>

namespace onnxc::driver {
namespace {

enum class Form {
  Alone,    ///< -w
  Joined,   ///< -std=c++20: the value follows in the same argument
  Separate, ///< -Xclang -verify
  Both,     ///< -Idir, -I dir
};

struct Flag {
  std::string_view spelling;
  Form form;
  bool documented; ///< shown by --help
};

// Longer spellings come before their prefixes.
constexpr Flag flags[] = {
    {"-isystem", Form::Both, true},
    {"-isysroot", Form::Both, false},
    {"-iquote", Form::Both, false},
    {"-idirafter", Form::Both, false},
    {"-include", Form::Both, false},
    {"-imacros", Form::Both, false},
    {"-iprefix", Form::Both, false},
    {"-I", Form::Both, true},
    {"-D", Form::Both, true},
    {"-U", Form::Both, true},
    {"-std=", Form::Joined, true},
    {"--std=", Form::Joined, false},
    {"-stdlib=", Form::Joined, false},
    {"-Xclang", Form::Separate, false},
    {"-target", Form::Separate, false},
    {"--target=", Form::Joined, false},
    {"--sysroot=", Form::Joined, false},
    {"--sysroot", Form::Separate, false},
    {"--gcc-toolchain=", Form::Joined, false},
    {"--gcc-install-dir=", Form::Joined, false},
    {"-W", Form::Joined, true},
    {"-w", Form::Alone, false},
    {"-f", Form::Joined, true},
    {"-m", Form::Joined, false},
    {"-nostdinc++", Form::Alone, false},
    {"-nostdinc", Form::Alone, false},
    {"-pedantic-errors", Form::Alone, false},
    {"-pedantic", Form::Alone, false},
    {"-pthread", Form::Alone, false},
    {"-ferror-limit=", Form::Joined, false},
};

/// How many arguments at `index` belong to the flag: 0 when it is not this flag.
unsigned match(const Flag &flag, const std::vector<std::string> &arguments, std::size_t index) {
  std::string_view argument = arguments[index];
  if (flag.form == Form::Alone)
    return argument == flag.spelling;
  if (!argument.starts_with(flag.spelling))
    return 0;
  bool exact = argument == flag.spelling;
  if (flag.form == Form::Joined)
    return !exact;
  if (!exact)
    return flag.form == Form::Both;
  if (index + 1 == arguments.size())
    throw Failure::usage("option '" + std::string(flag.spelling) + "' needs a value");
  return 2;
}

/// `-MD`, `-MMD`, `-MF FILE`, `-MT TARGET`; returns how many arguments were used.
unsigned readDepfileFlag(const std::vector<std::string> &arguments, std::size_t index, DepfileOptions &depfile) {
  const std::string &argument = arguments[index];
  if (argument == "-MD" || argument == "-MMD") {
    depfile.write = true;
    depfile.withSystem = argument == "-MD";
    return 1;
  }
  std::string *value = argument.starts_with("-MF")   ? &depfile.file
                       : argument.starts_with("-MT") ? &depfile.target
                                                     : nullptr;
  if (!value)
    return 0;
  if (argument.size() > 3) {
    *value = argument.substr(3);
    return 1;
  }
  if (index + 1 == arguments.size())
    throw Failure::usage("option '" + argument + "' needs a value");
  *value = arguments[index + 1];
  return 2;
}

} // namespace

SplitArguments splitArguments(const std::vector<std::string> &arguments) {
  SplitArguments split;
  for (std::size_t i = 0; i < arguments.size();) {
    if (arguments[i] == "--") {
      split.clang.insert(split.clang.end(), arguments.begin() + i + 1, arguments.end());
      break;
    }
    if (unsigned used = readDepfileFlag(arguments, i, split.depfile)) {
      i += used;
      continue;
    }
    unsigned used = 0;
    for (const Flag &flag : flags)
      if ((used = match(flag, arguments, i)))
        break;
    auto &target = used ? split.clang : split.own;
    for (std::size_t end = i + std::max(used, 1u); i < end; ++i)
      target.push_back(arguments[i]);
  }
  return split;
}

std::string clangFlagsHelp() {
  return "Clang's flags:\n"
         "  -I DIR, -isystem DIR, -D NAME[=VALUE], -U NAME, -std=STANDARD, -f..., -W...\n"
         "                              as for clang++; -Werror makes all warnings errors, -Wno-onnxc-NAME hides one "
         "of onnxc's own\n"
         "  -MD, -MF FILE, -MT TARGET   write the headers that were read as a rule for make or ninja (-MMD: without "
         "those of "
         "the system)\n"
         "  -- FLAGS...                 all that follows goes to Clang\n"
         "  @FILE                       more arguments, read from FILE\n";
}

std::vector<std::string> clangFlagNames() {
  std::vector<std::string> names = {"-MD", "-MMD", "-MF", "-MT"};
  for (const Flag &flag : flags)
    names.emplace_back(flag.spelling);
  return names;
}

} // namespace onnxc::driver
