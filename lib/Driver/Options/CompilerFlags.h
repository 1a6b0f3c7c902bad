// Flags that a build system has for its own compiler, which need not be Clang.
#ifndef ONNXC_DRIVER_OPTIONS_COMPILERFLAGS_H
#define ONNXC_DRIVER_OPTIONS_COMPILERFLAGS_H

#include <string>
#include <vector>

namespace onnxc::driver {

/// Those of `arguments` that change what a source means, as Clang spells them: definitions, include folders, forced
/// includes, the standard, the target, a few -f and -m. Warnings, optimisation, outputs and what Clang does not know
/// are left out, and precompiled headers. Flags behind -Xclang count as well.
std::vector<std::string> meaningfulFlags(const std::vector<std::string> &arguments);

/// The meaningful flags of a file that has one flag a line, without quotes; after `SHELL:`, the rest of a line is read
/// as a shell would. Throws Failure when it cannot be read.
std::vector<std::string> readCompilerFlags(const std::string &file);

} // namespace onnxc::driver

#endif
