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
  CLI::App app;
  std::string emit = "model", color = "auto", externalData;
  CLI::Option *externalDataOption = nullptr, *opsetOption = nullptr;

  OptionReader(const std::string &description, const std::string &name);
  void addSource(SourceOptions &source);
  void addMain(MainOptions &main);
  void addOutput(OutputOptions &output);
  void addOpset(int64_t &opset, const char *description);
  void addRepeated(const char *name, std::vector<std::string> &values, const char *description, const char *type);
  /// Throws Failure on wrong usage; returns the text of --help when that was asked for.
  std::optional<std::string> parse(std::vector<std::string> arguments);
  void finish(OutputOptions &output, DepfileOptions depfile);
  void finish(SourceOptions &source, std::vector<std::string> clangArgs, const std::string &command);

private:
  void checkOpset() const;
  Failure unknownArgument() const;
  static Failure unknownWarning(const std::string &argument);
};

} // namespace onnxc::driver

#endif
