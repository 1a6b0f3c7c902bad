// Sources that are compiled without onnxc, and the annotated headers in them.
#ifndef ONNXC_DRIVER_INCLUSIONS_PLAININCLUSIONS_H
#define ONNXC_DRIVER_INCLUSIONS_PLAININCLUSIONS_H

#include "Driver/Inclusions/CompileCall.h"

#include <string>

namespace onnxc::driver {

/// Errors in Clang's style for each include of `call.source` that leads to the body of an annotated function in a
/// header; "" when there is none. `target` is the CMake target that the source belongs to ("" = unknown), for the
/// advice. Throws Failure.
std::string plainInclusions(const CompileCall &call, const std::string &target, bool color);

} // namespace onnxc::driver

#endif
