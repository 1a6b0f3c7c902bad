// What the command line asks for, one struct a subcommand.
#ifndef ONNXC_DRIVER_OPTIONS_OPTIONS_H
#define ONNXC_DRIVER_OPTIONS_OPTIONS_H

#include "Driver/Options/CallOptions.h"
#include "Driver/Options/ClangFlags.h"
#include "Frontend/Diagnostics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace onnxc::driver {

/// --emit=
enum class EmitKind { Model, Text, Json, Functions, Dot, Cpp, Schema };

enum class Color { Auto, Always, Never };

/// How sources are read; shared by all subcommands that read C++.
struct SourceOptions {
  std::vector<std::string> files;         ///< "-" = standard input
  std::string buildFolder;                ///< -p: holds compile_commands.json
  std::vector<std::string> compilerFlags; ///< --compiler-flags: files with flags for another compiler
  std::vector<std::string> clangArgs;
  frontend::WarningOptions warnings;
  Color color = Color::Auto;
};

/// How the result is written.
struct OutputOptions {
  std::string path; ///< -o; "" = made from the input's name, "-" = standard output
  EmitKind emit = EmitKind::Model;
  std::optional<std::string> externalData; ///< --external-data[=FILE]; "" = the output's name with .data added
  bool inlineFunctions = false;            ///< --inline
  int64_t inlineLimit = 1'000'000;         ///< --inline-limit: nodes that this may make
  int64_t irVersion = 10;
  DepfileOptions depfile;
};

struct CompileOptions {
  SourceOptions source;
  CallOptions main; ///< --main, --attr, --input; no function = a library
  OutputOptions output;
  int64_t opset = 0;                  ///< 0 = that of the namespaces that the source names
  bool check = false;                 ///< diagnose only
  bool debugLines = false;            ///< -g
  unsigned jobs = 0;                  ///< 0 = one a processor
  std::vector<std::string> libraries; ///< --link: models whose functions are added where they are called
};

struct TraceOptions {
  SourceOptions source;
  std::vector<std::string> functions;
  CallOptions call;     ///< --attr, --input; those of one of several functions as `FUNCTION:NAME=...`
  std::string requests; ///< --requests: a file of them, "-" = standard input; "" = `functions`
  OutputOptions output;
  int64_t opset = 0;
  bool debugLines = false;
  unsigned timeout = 300; ///< --timeout, in seconds; 0 = none
  unsigned jobs = 0;      ///< 0 = one a processor
};

struct CheckOptions {
  SourceOptions source;
  CallOptions call; ///< --attr, --input, as in TraceOptions; what they do not say is guessed
  int64_t opset = 0;
  unsigned timeout = 20; ///< of one traced call, in seconds
  unsigned jobs = 0;     ///< 0 = one a processor
  std::string python;    ///< --python; "" = $ONNXC_PYTHON, else python3
  std::string keep;      ///< --keep: a folder for the models; "" = they are removed
};

struct ImportOptions {
  std::string model;
  std::string output; ///< "" = the model's name with the suffix .h
};

struct ListOptions {
  SourceOptions source;
  bool json = false;
};

struct LinkOptions {
  std::vector<std::string> files;
  CallOptions main; ///< no function = a library
  OutputOptions output;
};

/// A compiler's call that is watched.
struct GuardOptions {
  std::string target;               ///< --target: the CMake target, for messages; "" = unknown
  std::vector<std::string> command; ///< the compiler and its arguments
};

struct ExplainOptions {
  std::string model;
  std::string node; ///< a node's or value's name; "" = an error text on standard input
};

/// Nothing to run: `text` goes to standard output.
struct PrintText {
  std::string text;
};

using Command = std::variant<PrintText, CompileOptions, ListOptions, LinkOptions, ExplainOptions, ImportOptions,
                             TraceOptions, CheckOptions, GuardOptions>;

} // namespace onnxc::driver

#endif
