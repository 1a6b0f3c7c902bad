// Where onnxc's own headers are, and which versions of ONNX it can write.
#ifndef ONNXC_DRIVER_OPTIONS_INCLUDES_H
#define ONNXC_DRIVER_OPTIONS_INCLUDES_H

#include <cstdint>
#include <string>
#include <vector>

namespace onnxc::driver {

/// Overloads of functions and metadata of nodes exist from IR version 10 on; models with functions from 8 on.
constexpr int64_t minIrVersion = 8;
int64_t maxIrVersion();

/// The oldest opset with an operator header.
constexpr int64_t minOpset = 13;
int64_t maxOpset();

/// Folders for -I: onnxc's public headers, the generated operator headers. From the build tree when the running program
/// is there, else from the install prefix, PREFIX/include for PREFIX/bin/onnxc.
std::vector<std::string> headerFolders();

/// onnx's own headers, which <onnxc/model.h> includes.
std::vector<std::string> onnxHeaderFolders();

/// `--print-include-flags`: one line.
std::string includeFlagsText();

} // namespace onnxc::driver

#endif
