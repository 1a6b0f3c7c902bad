// How a stage of the driver says that it has no result.
#ifndef ONNXC_DRIVER_OPTIONS_FAILURE_H
#define ONNXC_DRIVER_OPTIONS_FAILURE_H

#include <string>
#include <utility>

namespace onnxc::driver {

enum ExitCode : int {
  Fine = 0,
  SourceErrors = 1,   ///< errors in the source (or in the models that are linked)
  WrongUsage = 2,     ///< the command line is wrong, or a file that it names cannot be read or written
  InternalError = 70, ///< a bug of onnxc
};

/// Thrown by a stage of the driver and caught once for each file. An empty message: the reason has been printed
/// already.
struct Failure {
  ExitCode code;
  std::string message;

  static Failure usage(std::string message) { return {WrongUsage, std::move(message)}; }
  static Failure source(std::string message = {}) { return {SourceErrors, std::move(message)}; }
  static Failure internal(std::string message) { return {InternalError, std::move(message)}; }
};

} // namespace onnxc::driver

#endif
