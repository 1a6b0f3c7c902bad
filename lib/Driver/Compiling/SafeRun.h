// Runs a part of the work so that nothing in it can take the program down.
#ifndef ONNXC_DRIVER_COMPILING_SAFERUN_H
#define ONNXC_DRIVER_COMPILING_SAFERUN_H

#include "Driver/Options/Failure.h"

#include <functional>
#include <optional>

namespace onnxc::driver {

/// Runs `work` on a thread with a large stack. What it throws, and a crash, come back as the Failure; crashes and
/// exceptions that are no Failure are internal errors.
std::optional<Failure> runSafely(const std::function<void()> &work);

} // namespace onnxc::driver

#endif
