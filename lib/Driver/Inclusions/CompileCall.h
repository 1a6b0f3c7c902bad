// The command line of a compiler that compiles one C++ source.
#ifndef ONNXC_DRIVER_INCLUSIONS_COMPILECALL_H
#define ONNXC_DRIVER_INCLUSIONS_COMPILECALL_H

#include <optional>
#include <string>
#include <vector>

namespace onnxc::driver {

struct CompileCall {
  std::string source, output;
  std::string depfile;            ///< where the compiler lists the headers that it reads
  bool askedForDepfile = true;    ///< false: `depfile` needs flags of ours, see depfileFlags
  std::vector<std::string> flags; ///< meaningful ones; folders of -isystem are plain ones

  /// What the command lacks to write `depfile`.
  std::vector<std::string> depfileFlags() const;
};

/// Nothing when `command` (a compiler and its arguments) is no compilation (`-c`) of one C++ source.
std::optional<CompileCall> readCompileCall(const std::vector<std::string> &command);

/// Whether the name is that of a C++ source, not of a header.
bool isSourceName(const std::string &file);

/// The files that a depfile lists behind its target. Throws Failure when it cannot be read.
std::vector<std::string> readDepfile(const std::string &file);

} // namespace onnxc::driver

#endif
