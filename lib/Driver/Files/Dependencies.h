// What a depfile lists.
#ifndef ONNXC_DRIVER_FILES_DEPENDENCIES_H
#define ONNXC_DRIVER_FILES_DEPENDENCIES_H

#include "Driver/Options/ClangFlags.h"
#include "Frontend/Invocation.h"

#include <string>
#include <vector>

namespace onnxc::driver {

/// The files that were read, the source first; with `-MMD` without those of system folders.
std::vector<std::string> dependenciesOf(frontend::ParsedUnit &unit, const DepfileOptions &options);

} // namespace onnxc::driver

#endif
