// The code that `onnxc trace` and `onnxc check` compile in memory.
#ifndef ONNXC_DRIVER_COMPILING_JITCODE_H
#define ONNXC_DRIVER_COMPILING_JITCODE_H

#include "Driver/Files/Output.h"
#include "Frontend/Invocation.h"
#include "Jit/Jit.h"

namespace onnxc::driver {

/// A temporary folder for the rewritten copies of annotated headers; made when there are some, removed at the end.
class HeaderFolder {
public:
  HeaderFolder() = default;
  ~HeaderFolder();
  HeaderFolder(const HeaderFolder &) = delete;
  HeaderFolder &operator=(const HeaderFolder &) = delete;

  /// Throws Failure where nothing can be written.
  void write(const std::vector<Product::Header> &headers);

  const std::string &getPath() const { return path; }

private:
  std::string path; ///< "": not made
};

/// Puts the stubs of `unit`, which was parsed from `source`, and the flags for them into the job; `headers` must live
/// as long as it runs. Returns the files that were read. Throws Failure.
std::vector<std::string> addCode(jit::Job &job, const frontend::CompileJob &source, frontend::ParsedUnit &unit,
                                 const CompileOptions &options, HeaderFolder &headers, bool traceScripts = false);

/// How many calls run at once: `jobs`, or one a processor for 0.
unsigned parallelism(unsigned jobs);

} // namespace onnxc::driver

#endif
