// From arguments to options. The only place that knows CLI11.
#ifndef ONNXC_DRIVER_OPTIONS_COMMANDLINE_H
#define ONNXC_DRIVER_OPTIONS_COMMANDLINE_H

#include "Driver/Options/Options.h"

#include <string>
#include <vector>

namespace onnxc::driver {

/// Reads the arguments (without the program's name). Throws Failure with exit code 2 on wrong usage.
Command readCommandLine(std::vector<std::string> arguments);

} // namespace onnxc::driver

#endif
