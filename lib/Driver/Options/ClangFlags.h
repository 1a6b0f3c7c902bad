// Which arguments of the command line are Clang's.
#ifndef ONNXC_DRIVER_OPTIONS_CLANGFLAGS_H
#define ONNXC_DRIVER_OPTIONS_CLANGFLAGS_H

#include <string>
#include <vector>

namespace onnxc::driver {

/// `-MD -MMD -MF FILE -MT TARGET`.
struct DepfileOptions {
  bool write = false;
  bool withSystem = true; ///< false after -MMD: headers of system folders are left out
  std::string file;       ///< "" = the output's name with the suffix .d
  std::string target;     ///< "" = the output
};

/// The arguments, sorted. CLI11 reads `own` only: `-MD` would be `-M -D` for it, `-std=c++20` six options.
struct SplitArguments {
  std::vector<std::string> own;
  std::vector<std::string> clang; ///< flags named in clangFlagsHelp() and all after `--`
  DepfileOptions depfile;
};

/// Throws Failure when a flag lacks its value.
SplitArguments splitArguments(const std::vector<std::string> &arguments);

/// The paragraph of --help about flags that are Clang's.
std::string clangFlagsHelp();

/// Spellings of these flags, for "did you mean".
std::vector<std::string> clangFlagNames();

} // namespace onnxc::driver

#endif
