// The command line tool as a function.
#ifndef ONNXC_DRIVER_COMMANDS_DRIVER_H
#define ONNXC_DRIVER_COMMANDS_DRIVER_H

#include <string>
#include <vector>

namespace onnxc::driver {

/// Runs onnxc with these arguments (without the program's name). Returns the exit code, see Failure.h.
int run(std::vector<std::string> arguments);

} // namespace onnxc::driver

#endif
