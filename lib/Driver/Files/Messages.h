// What onnxc itself says on standard error.
#ifndef ONNXC_DRIVER_FILES_MESSAGES_H
#define ONNXC_DRIVER_FILES_MESSAGES_H

#include "Driver/Options/Failure.h"
#include "Driver/Options/Options.h"

namespace onnxc::driver {

/// Whether messages get colours.
bool useColor(Color color);

/// Prints "onnxc: error: ..." (or "internal error") unless the message is empty.
void printFailure(const Failure &failure, bool color);

} // namespace onnxc::driver

#endif
