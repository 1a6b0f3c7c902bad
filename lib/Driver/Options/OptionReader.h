// Options that several subcommands have.
#ifndef ONNXC_DRIVER_OPTIONS_OPTIONREADER_H
#define ONNXC_DRIVER_OPTIONS_OPTIONREADER_H

#include "Driver/Options/Failure.h"
#include "Driver/Options/Options.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace onnxc::driver {

/// What CLI11 writes until finish() turns it into ours. The functions throw Failure on wrong usage.
struct OptionReader {
  CLI::App &app;
  std::string emit = "model", color = "auto", externalData;
  std::vector<std::string> attributes, inputs; ///< --attr, --input
  CLI::Option *externalDataOption = nullptr, *opsetOption = nullptr;

  explicit OptionReader(CLI::App &app);
  void addSource(SourceOptions &source);
  void addMain(CallOptions &main);
  /// --attr and --input of one function or of several.
  void addCall();
  void addOutput(OutputOptions &output);
  void addOpset(int64_t &opset, const char *description);
  void addRepeated(const char *name, std::vector<std::string> &values, const char *description, const char *type);
  void finish(CallOptions &call, Callees callees) const;
  void finish(OutputOptions &output, DepfileOptions depfile);
  void finish(SourceOptions &source, std::vector<std::string> clangArgs) const;

private:
  void checkOpset() const;
  static Failure unknownWarning(const std::string &argument);
};

} // namespace onnxc::driver

#endif
