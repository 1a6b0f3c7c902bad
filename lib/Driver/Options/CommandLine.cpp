#include "Driver/Options/CommandLine.h"

#include "Driver/Options/EmitForms.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Includes.h"
#include "Driver/Options/OptionPages.h"
#include "Driver/Options/OptionReader.h"
#include "Driver/Options/Suggest.h"
#include "Frontend/Diagnostics.h"
#include "Frontend/Invocation.h"
#include "onnxc-config.h"

#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace onnxc::driver {
namespace {

struct Subcommand {
  std::string name, description;
};

const std::vector<Subcommand> &allSubcommands() {
  static const std::vector<Subcommand> subcommands = {
      {"trace", "Compiles a file in memory, calls its functions with symbolic inputs, writes the models"},
      {"check", "Runs scripted functions as traced ones too, compares both, and loads every function in ONNX Runtime"},
      {"list", "Prints the annotated functions of C++ sources with their signatures"},
      {"link", "Merges models and libraries of functions; with --main, makes a runnable model"},
      {"explain", "Names the C++ file, line, function and call chain of a node of a model that was compiled with -g"},
      {"import",
       "Writes C++ declarations for the functions of a model, so that scripts can call them (onnxc --link=MODEL)"},
      {"guard", "Runs a compiler; refuses a source that includes bodies of annotated functions without onnxc"}};
  return subcommands;
}

std::string descriptionOf(const std::string &name) {
  for (const Subcommand &subcommand : allSubcommands())
    if (subcommand.name == name)
      return subcommand.description;
  return {};
}

std::string versionText() {
  return "onnxc " ONNXC_VERSION_STRING "\nonnx " ONNXC_ONNX_VERSION_STRING ", IR version " +
         std::to_string(maxIrVersion()) + ", opset " + std::to_string(maxOpset()) +
         "\nLLVM " ONNXC_LLVM_VERSION_STRING "\n";
}

/// What --print-... asks for.
struct PrintRequests {
  bool version = false, includeFlags = false, diagnostics = false, manPage = false;
  std::string completion;
};

void configure(OptionReader &reader, CompileOptions &options, PrintRequests &print) {
  reader.addSource(options.source);
  reader.addMain(options.main);
  reader.addOutput(options.output);
  reader.addOpset(options.opset, "Compile for this opset of ai.onnx");
  reader.app.add_flag("--check", options.check, "Diagnose only; write nothing");
  reader.app.add_flag("-g", options.debugLines,
                      "Write source files and lines into the model ('onnxc explain' reads them)");
  reader.app.add_option("-j", options.jobs, "Compile up to N files at once")->type_name("N");
  reader.addRepeated("--link", options.libraries, "Add the functions of this model that are called ('onnxc import')",
                     "MODEL");
  reader.app.add_flag("--version", print.version, "Print versions");
  reader.app.add_flag("--print-include-flags", print.includeFlags,
                      "Print the flags with which a plain compiler finds onnxc's headers");
  reader.app.add_flag("--print-diagnostics", print.diagnostics, "Print the table of diagnostics as Markdown");
  reader.app.add_flag("--print-man-page", print.manPage, "Print the manual page");
  reader.app.add_option("--print-completion", print.completion, "Print the completion script for a shell: bash, zsh")
      ->type_name("SHELL");
  std::string subcommands = "Subcommands (onnxc SUBCOMMAND --help):\n";
  for (const Subcommand &subcommand : allSubcommands())
    subcommands +=
        "  " + subcommand.name + std::string(28 - subcommand.name.size(), ' ') + subcommand.description + "\n";
  reader.app.footer(subcommands + "\n" + clangFlagsHelp() +
                    "\nExit codes: 0 fine, 1 errors in the source, 2 wrong usage, 70 internal error.");
}

/// --attr and --input of one function or of several.
void addCall(OptionReader &reader, MainOptions &call) {
  reader.addRepeated("--attr", call.attributes,
                     "The value of an attribute parameter; FUNCTION:NAME=VALUE for one of several functions",
                     "NAME=VALUE");
  reader.addRepeated("--input", call.inputs,
                     "The type of an input ('x=float[N,3]'); FUNCTION:NAME=TYPE for one of several functions",
                     "NAME=TYPE");
}

void configure(OptionReader &reader, TraceOptions &options) {
  reader.addSource(options.source);
  reader.addRepeated("--function", options.functions, "A function to call (by default the arguments after FILE)",
                     "NAME");
  addCall(reader, options.call);
  reader.app
      .add_option(
          "--requests", options.requests,
          "Make a model for each line 'FUNCTION [--input NAME=TYPE] [--attr NAME=VALUE] [-o PATH]' of this file")
      ->type_name("FILE");
  reader.addOutput(options.output);
  reader.addOpset(options.opset, "Trace for this opset of ai.onnx");
  reader.app.add_flag("-g", options.debugLines, "Write source files and lines into the model");
  reader.app
      .add_option("--timeout", options.timeout, "Give up a call after so many seconds (300 by default; 0: never)")
      ->type_name("SECONDS");
  reader.app.add_option("-j", options.jobs, "Run up to N calls at once")->type_name("N");
}

void configure(OptionReader &reader, CheckOptions &options) {
  reader.addSource(options.source);
  addCall(reader, options.call);
  reader.addOpset(options.opset, "Compile and trace for this opset of ai.onnx");
  reader.app.add_option("--timeout", options.timeout, "Give up a traced call after so many seconds (20 by default)")
      ->type_name("SECONDS");
  reader.app.add_option("-j", options.jobs, "Run up to N calls at once")->type_name("N");
  reader.app
      .add_option("--python", options.python,
                  "A Python that has onnxruntime and numpy (by default $ONNXC_PYTHON, else python3)")
      ->type_name("PROGRAM");
  reader.app.add_option("--keep", options.keep, "Leave the models that were compared in this folder")
      ->type_name("FOLDER");
}

void configure(OptionReader &reader, ListOptions &options) {
  reader.addSource(options.source);
  reader.app.add_flag("--json", options.json, "For programs");
}

void configure(OptionReader &reader, LinkOptions &options) {
  reader.app.add_option("FILE", options.files, "Models that onnxc or others wrote")->type_name("");
  reader.addMain(options.main);
  reader.addOutput(options.output);
}

void configure(OptionReader &reader, ExplainOptions &options) {
  reader.app.add_option("MODEL", options.model, "The model")->type_name("")->required();
  reader.app
      .add_option("NODE", options.node,
                  "A node's or value's name; without it, an error text is read from standard input")
      ->type_name("");
}

void configure(OptionReader &reader, ImportOptions &options) {
  reader.app.add_option("MODEL", options.model, "The model")->type_name("")->required();
  reader.app.add_option("-o", options.output, "Where to write; - is standard output")->type_name("PATH");
}

void configure(OptionReader &reader, GuardOptions &options) {
  reader.app.add_option("--target", options.target, "The CMake target of the source, for messages")->type_name("NAME");
  reader.app.add_option("COMMAND", options.command, "The compiler and its arguments")->type_name("");
}

/// The options of all commands, for pages that show them all.
std::string printPages(const PrintRequests &print) {
  CompileOptions compile;
  PrintRequests unused;
  OptionReader main("Compiles C++ functions annotated with [[onnx::script]] to ONNX functions and models.", "onnxc");
  configure(main, compile, unused);
  ListOptions list;
  LinkOptions link;
  ExplainOptions explain;
  ImportOptions import;
  TraceOptions trace;
  CheckOptions check;
  GuardOptions guard;
  std::vector<std::unique_ptr<OptionReader>> readers;
  std::vector<CommandPage> pages = {{"", &main.app}};
  auto add = [&](const std::string &name, auto &options) {
    readers.push_back(std::make_unique<OptionReader>(descriptionOf(name), "onnxc " + name));
    configure(*readers.back(), options);
    pages.push_back({name, &readers.back()->app});
  };
  add("trace", trace);
  add("check", check);
  add("list", list);
  add("link", link);
  add("explain", explain);
  add("import", import);
  add("guard", guard);
  if (print.manPage)
    return manPage(pages, clangFlagsHelp());
  if (print.completion == "bash")
    return bashCompletion(pages, clangFlagNames());
  if (print.completion == "zsh")
    return zshCompletion(pages, clangFlagNames());
  throw Failure::usage("'--print-completion' knows bash and zsh, not '" + print.completion + "'");
}

/// `onnxc -w trace ops.cc` means no file `trace`.
void checkSubcommandFirst(const std::vector<std::string> &files) {
  if (files.empty() || descriptionOf(files.front()).empty() || llvm::sys::fs::exists(files.front()))
    return;
  throw Failure::usage("the subcommand '" + files.front() + "' comes before all options: onnxc " + files.front() +
                       " [OPTIONS] ...");
}

Command readCompile(const SplitArguments &split) {
  CompileOptions options;
  PrintRequests print;
  OptionReader reader("Compiles C++ functions annotated with [[onnx::script]] to ONNX functions and models.", "onnxc");
  configure(reader, options, print);
  try {
    if (auto help = reader.parse(split.own))
      return PrintText{*help};
  } catch (const Failure &) {
    checkSubcommandFirst(options.source.files); // its options are unknown here
    throw;
  }
  checkSubcommandFirst(options.source.files);
  if (print.version)
    return PrintText{versionText()};
  if (print.includeFlags)
    return PrintText{includeFlagsText()};
  if (print.diagnostics)
    return PrintText{frontend::diagnosticsMarkdown()};
  if (print.manPage || !print.completion.empty())
    return PrintText{printPages(print)};
  reader.finish(options.output, split.depfile);
  reader.finish(options.source, split.clang, "");
  if (options.main.function.empty() && !(options.main.attributes.empty() && options.main.inputs.empty()))
    throw Failure::usage("'--attr' and '--input' need '--main'");
  return options;
}

Command readTrace(const SplitArguments &split) {
  TraceOptions options;
  OptionReader reader(descriptionOf("trace"), "onnxc trace");
  configure(reader, options);
  if (auto help = reader.parse(split.own))
    return PrintText{*help};
  reader.finish(options.output, split.depfile);
  reader.finish(options.source, split.clang, "trace ");
  std::vector<std::string> &files = options.source.files;
  options.functions.insert(options.functions.begin(), files.begin() + 1, files.end());
  files.resize(1);
  if (options.functions.empty() && options.requests.empty())
    throw Failure::usage("'onnxc trace' needs a file and a function: onnxc trace FILE FUNCTION...");
  if (!options.requests.empty() &&
      !(options.functions.empty() && options.call.attributes.empty() && options.call.inputs.empty()))
    throw Failure::usage("with '--requests', functions, '--attr' and '--input' stand in its file");
  if (options.requests == "-" && files.front() == "-")
    throw Failure::usage("the source and '--requests' cannot both be standard input");
  if (!emitForm(options.output.emit).ofModels)
    throw Failure::usage("'onnxc trace' writes " + modelFormsText());
  return options;
}

/// Subcommands that take sources and no more that needs a second look.
template <class Options> Command readSources(const std::string &name, const SplitArguments &split) {
  Options options;
  OptionReader reader(descriptionOf(name), "onnxc " + name);
  configure(reader, options);
  if (auto help = reader.parse(split.own))
    return PrintText{*help};
  reader.finish(options.source, split.clang, name + " ");
  return options;
}

Command readCheck(const SplitArguments &split) { return readSources<CheckOptions>("check", split); }
Command readList(const SplitArguments &split) { return readSources<ListOptions>("list", split); }

Command readLink(const SplitArguments &split) {
  LinkOptions options;
  OptionReader reader(descriptionOf("link"), "onnxc link");
  configure(reader, options);
  if (auto help = reader.parse(split.own))
    return PrintText{*help};
  reader.finish(options.output, split.depfile);
  if (options.files.empty())
    throw Failure::usage("no model to link; see 'onnxc link --help'");
  if (options.output.path.empty())
    throw Failure::usage("'onnxc link' needs '-o PATH'");
  if (!emitForm(options.output.emit).ofModels)
    throw Failure::usage("'onnxc link' writes " + modelFormsText());
  return options;
}

/// Subcommands whose options need no second look.
template <class Options> Command readPlain(const std::string &name, const SplitArguments &split) {
  Options options;
  OptionReader reader(descriptionOf(name), "onnxc " + name);
  configure(reader, options);
  if (auto help = reader.parse(split.own))
    return PrintText{*help};
  return options;
}

Command readExplain(const SplitArguments &split) { return readPlain<ExplainOptions>("explain", split); }
Command readImport(const SplitArguments &split) { return readPlain<ImportOptions>("import", split); }

const std::pair<const char *, Command (*)(const SplitArguments &)> readers[] = {
    {"trace", readTrace}, {"check", readCheck},     {"list", readList},
    {"link", readLink},   {"explain", readExplain}, {"import", readImport}};

/// What follows the first argument that is no option is the compiler's business, response files included.
Command readGuard(const std::vector<std::string> &arguments) {
  auto isOption = [](const std::string &argument) { return argument.starts_with("-"); };
  auto command = std::find_if_not(arguments.begin(), arguments.end(), isOption);
  GuardOptions options;
  OptionReader reader(descriptionOf("guard"), "onnxc guard");
  configure(reader, options);
  if (auto help = reader.parse({arguments.begin(), command}))
    return PrintText{*help};
  options.command.assign(command, arguments.end());
  if (options.command.empty())
    throw Failure::usage("'onnxc guard' needs a compiler's call: onnxc guard [--target=NAME] COMPILER ARGUMENTS...");
  return options;
}

/// `onnxc lsit ops.cc` means no file `lsit`.
void checkNoSubcommand(const std::vector<std::string> &arguments) {
  if (arguments.empty() || arguments.front().starts_with("-") || llvm::sys::fs::exists(arguments.front()))
    return;
  std::vector<std::string> names;
  for (const Subcommand &subcommand : allSubcommands())
    names.push_back(subcommand.name);
  if (std::string hint = didYouMean(arguments.front(), names); !hint.empty())
    throw Failure::usage("'" + arguments.front() + "' is neither a file nor a subcommand" + hint);
}

} // namespace

Command readCommandLine(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "guard")
    return readGuard({arguments.begin() + 1, arguments.end()});
  std::string error;
  if (!frontend::expandResponseFiles(arguments, error))
    throw Failure::usage(error);
  for (const auto &[name, read] : readers) {
    if (arguments.empty() || arguments.front() != name)
      continue;
    arguments.erase(arguments.begin());
    return read(splitArguments(arguments));
  }
  checkNoSubcommand(arguments);
  return readCompile(splitArguments(arguments));
}

} // namespace onnxc::driver
