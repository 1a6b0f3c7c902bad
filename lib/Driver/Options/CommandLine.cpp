#include "Driver/Options/CommandLine.h"
#include "Frontend/Arguments.h"

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
#include <functional>
#include <memory>

namespace onnxc::driver {
namespace {

/// A command whose options CLI11 reads; `finish` is called when it has.
struct CommandEntry {
  CLI::App *app;
  std::function<Command(const SplitArguments &)> finish;
};

/// The options of a command while they are read.
template <class Options> struct Reading {
  Options options;
  OptionReader reader;

  explicit Reading(CLI::App &app) : reader(app) {}
};

template <class Options> std::shared_ptr<Reading<Options>> beginReading(CLI::App *app) {
  return std::make_shared<Reading<Options>>(*app);
}

/// What --print-... asks for.
struct PrintRequests {
  bool version = false, includeFlags = false, diagnostics = false, manPage = false;
  std::string completion;
};

std::string versionText() {
  return "onnxc " ONNXC_VERSION_STRING "\nonnx " ONNXC_ONNX_VERSION_STRING ", IR version " +
         std::to_string(maxIrVersion()) + ", opset " + std::to_string(maxOpset()) +
         "\nLLVM " ONNXC_LLVM_VERSION_STRING "\n";
}

void addPrintRequests(CLI::App &app, PrintRequests &print) {
  app.add_flag("--version", print.version, "Print versions");
  app.add_flag("--print-include-flags", print.includeFlags,
               "Print the flags with which a plain compiler finds onnxc's headers");
  app.add_flag("--print-diagnostics", print.diagnostics, "Print the table of diagnostics as Markdown");
  app.add_flag("--print-man-page", print.manPage, "Print the manual page");
  app.add_option("--print-completion", print.completion, "Print the completion script for a shell: bash, zsh")
      ->type_name("SHELL");
}

std::optional<std::string> printedText(const PrintRequests &print, const CLI::App &root) {
  if (print.version)
    return versionText();
  if (print.includeFlags)
    return includeFlagsText();
  if (print.diagnostics)
    return frontend::diagnosticsMarkdown();
  if (print.manPage)
    return manPage(root, clangFlagsHelp());
  if (print.completion == "bash")
    return bashCompletion(root, clangFlagNames());
  if (print.completion == "zsh")
    return zshCompletion(root, clangFlagNames());
  if (!print.completion.empty())
    throw Failure::usage("'--print-completion' knows bash and zsh, not '" + print.completion + "'");
  return std::nullopt;
}

/// `onnxc FILE...`: the options of `root` itself.
CommandEntry addCompile(CLI::App &root) {
  auto reading = beginReading<CompileOptions>(&root);
  auto print = std::make_shared<PrintRequests>();
  auto &[options, reader] = *reading;
  reader.addSource(options.source);
  reader.addMain(options.main);
  reader.addOutput(options.output);
  reader.addOpset(options.opset, "Compile for this opset of ai.onnx");
  root.add_flag("--check", options.check, "Diagnose only; write nothing");
  root.add_flag("-g", options.debugLines, "Write source files and lines into the model ('onnxc explain' reads them)");
  root.add_option("-j", options.jobs, "Compile up to N files at once")->type_name("N");
  reader.addRepeated("--link", options.libraries, "Add the functions of this model that are called ('onnxc import')",
                     "MODEL");
  addPrintRequests(root, *print);
  root.footer(clangFlagsHelp() + "\nExit codes: 0 fine, 1 errors in the source, 2 wrong usage, 70 internal error.");
  return {&root, [&root, reading, print](const SplitArguments &split) -> Command {
            auto &[options, reader] = *reading;
            if (std::optional<std::string> text = printedText(*print, root))
              return PrintText{*text};
            reader.finish(options.output, split.depfile);
            reader.finish(options.source, split.clang);
            reader.finish(options.main, Callees::One);
            if (options.main.function.empty() && options.main.hasArguments())
              throw Failure::usage("'--attr' and '--input' need '--main'");
            return options;
          }};
}

void checkModelForm(const OutputOptions &output, const std::string &command) {
  if (!emitForm(output.emit).ofModels)
    throw Failure::usage("'onnxc " + command + "' writes " + modelFormsText());
}

/// The functions follow the file, or stand in the file of --requests.
void checkTrace(TraceOptions &options) {
  std::vector<std::string> &files = options.source.files;
  options.functions.insert(options.functions.begin(), files.begin() + 1, files.end());
  files.resize(1);
  if (options.functions.empty() && options.requests.empty())
    throw Failure::usage("'onnxc trace' needs a file and a function: onnxc trace FILE FUNCTION...");
  if (!options.requests.empty() && (!options.functions.empty() || options.call.hasArguments()))
    throw Failure::usage("with '--requests', functions, '--attr' and '--input' stand in its file");
  if (options.requests == "-" && files.front() == "-")
    throw Failure::usage("the source and '--requests' cannot both be standard input");
  checkModelForm(options.output, "trace");
}

CommandEntry addTrace(CLI::App &root) {
  auto reading = beginReading<TraceOptions>(root.add_subcommand(
      "trace", "Compiles a file in memory, calls its functions with symbolic inputs, writes the models"));
  auto &[options, reader] = *reading;
  reader.addSource(options.source);
  reader.addRepeated("--function", options.functions, "A function to call (by default the arguments after FILE)",
                     "NAME");
  reader.addCall();
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
  return {&reader.app, [reading](const SplitArguments &split) -> Command {
            auto &[options, reader] = *reading;
            reader.finish(options.output, split.depfile);
            reader.finish(options.source, split.clang);
            reader.finish(options.call, Callees::Several);
            checkTrace(options);
            return options;
          }};
}

CommandEntry addCheck(CLI::App &root) {
  auto reading = beginReading<CheckOptions>(root.add_subcommand(
      "check", "Runs scripted functions as traced ones too, compares both, and loads every function in ONNX Runtime"));
  auto &[options, reader] = *reading;
  reader.addSource(options.source);
  reader.addCall();
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
  return {&reader.app, [reading](const SplitArguments &split) -> Command {
            auto &[options, reader] = *reading;
            reader.finish(options.source, split.clang);
            reader.finish(options.call, Callees::Several);
            return options;
          }};
}

CommandEntry addList(CLI::App &root) {
  auto reading = beginReading<ListOptions>(
      root.add_subcommand("list", "Prints the annotated functions of C++ sources with their signatures"));
  auto &[options, reader] = *reading;
  reader.addSource(options.source);
  reader.app.add_flag("--json", options.json, "For programs");
  return {&reader.app, [reading](const SplitArguments &split) -> Command {
            reading->reader.finish(reading->options.source, split.clang);
            return reading->options;
          }};
}

CommandEntry addLink(CLI::App &root) {
  auto reading = beginReading<LinkOptions>(
      root.add_subcommand("link", "Merges models and libraries of functions; with --main, makes a runnable model"));
  auto &[options, reader] = *reading;
  reader.app.add_option("FILE", options.files, "Models that onnxc or others wrote")->type_name("");
  reader.addMain(options.main);
  reader.addOutput(options.output);
  return {&reader.app, [reading](const SplitArguments &split) -> Command {
            auto &[options, reader] = *reading;
            reader.finish(options.output, split.depfile);
            reader.finish(options.main, Callees::One);
            if (options.files.empty())
              throw Failure::usage("no model to link; see 'onnxc link --help'");
            if (options.output.path.empty())
              throw Failure::usage("'onnxc link' needs '-o PATH'");
            checkModelForm(options.output, "link");
            return options;
          }};
}

CommandEntry addExplain(CLI::App &root) {
  auto reading = beginReading<ExplainOptions>(root.add_subcommand(
      "explain", "Names the C++ file, line, function and call chain of a node of a model that was compiled with -g"));
  auto &[options, reader] = *reading;
  reader.app.add_option("MODEL", options.model, "The model")->type_name("")->required();
  reader.app
      .add_option("NODE", options.node,
                  "A node's or value's name; without it, an error text is read from standard input")
      ->type_name("");
  return {&reader.app, [reading](const SplitArguments &) -> Command { return reading->options; }};
}

CommandEntry addImport(CLI::App &root) {
  auto reading = beginReading<ImportOptions>(root.add_subcommand(
      "import",
      "Writes C++ declarations for the functions of a model, so that scripts can call them (onnxc --link=MODEL)"));
  auto &[options, reader] = *reading;
  reader.app.add_option("MODEL", options.model, "The model")->type_name("")->required();
  reader.app.add_option("-o", options.output, "Where to write; - is standard output")->type_name("PATH");
  return {&reader.app, [reading](const SplitArguments &) -> Command { return reading->options; }};
}

/// The names of options that begin with '-'.
std::vector<std::string> optionNames(const CLI::App &app) {
  std::vector<std::string> names = clangFlagNames();
  for (const CLI::Option *option : app.get_options()) {
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string &name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

/// An argument that the command does not know.
Failure unknownArgument(const CLI::App &app) {
  std::vector<std::string> rest = app.remaining();
  for (const std::string &extra : rest)
    if (extra.starts_with("-"))
      return Failure::usage("unknown option '" + extra + "'" +
                            didYouMean(extra.substr(0, extra.find('=')), optionNames(app)));
  return Failure::usage("unexpected argument '" + (rest.empty() ? std::string() : rest.front()) + "'");
}

/// What follows the first argument that is no option is the compiler's business, response files included.
CommandEntry addGuard(CLI::App &root) {
  auto reading = beginReading<GuardOptions>(root.add_subcommand(
      "guard", "Runs a compiler; refuses a source that includes bodies of annotated functions without onnxc"));
  auto &[options, reader] = *reading;
  reader.app.prefix_command();
  reader.app.add_option("--target", options.target, "The CMake target of the source, for messages")->type_name("NAME");
  reader.app.footer("The compiler and its arguments follow: onnxc guard [--target=NAME] COMPILER ARGUMENTS...");
  return {&reader.app, [reading](const SplitArguments &) -> Command {
            auto &[options, reader] = *reading;
            options.command = reader.app.remaining();
            if (options.command.empty())
              throw Failure::usage(
                  "'onnxc guard' needs a compiler's call: onnxc guard [--target=NAME] COMPILER ARGUMENTS...");
            if (options.command.front().starts_with("-"))
              throw unknownArgument(reader.app);
            return options;
          }};
}

/// All commands, the default one first.
std::vector<CommandEntry> addCommands(CLI::App &root) {
  root.require_subcommand(0, 1);
  std::vector<CommandEntry> commands = {addCompile(root)};
  for (auto add : {addTrace, addCheck, addList, addLink, addExplain, addImport, addGuard})
    commands.push_back(add(root));
  return commands;
}

/// The command that the arguments name.
const CommandEntry &chosen(const std::vector<CommandEntry> &commands) {
  for (const CommandEntry &command : commands)
    if (command.app != commands.front().app && command.app->parsed())
      return command;
  return commands.front();
}

/// Throws Failure on wrong usage; returns the text of --help when that was asked for.
std::optional<std::string> parse(const std::vector<CommandEntry> &commands, std::vector<std::string> arguments) {
  CLI::App &root = *commands.front().app;
  std::reverse(arguments.begin(), arguments.end());
  try {
    root.parse(arguments);
  } catch (const CLI::CallForHelp &) {
    return root.help();
  } catch (const CLI::ExtrasError &) {
    throw unknownArgument(*chosen(commands).app);
  } catch (const CLI::ParseError &error) {
    throw Failure::usage(error.what());
  }
  return std::nullopt;
}

/// `onnxc lsit ops.cc` means no file `lsit`.
void checkNoSubcommand(const std::string &first, const std::vector<CommandEntry> &commands) {
  if (first.starts_with("-") || llvm::sys::fs::exists(first))
    return;
  std::vector<std::string> names;
  for (std::size_t i = 1; i < commands.size(); ++i)
    names.push_back(commands[i].app->get_name());
  if (std::find(names.begin(), names.end(), first) != names.end())
    return;
  if (std::string hint = didYouMean(first, names); !hint.empty())
    throw Failure::usage("'" + first + "' is neither a file nor a subcommand" + hint);
}

} // namespace

Command readCommandLine(std::vector<std::string> arguments) {
  CLI::App root("Compiles C++ functions annotated with [[onnx::script]] to ONNX functions and models.", "onnxc");
  std::vector<CommandEntry> commands = addCommands(root);
  std::string first = arguments.empty() ? std::string("-") : arguments.front();
  std::string error;
  bool isGuard = first == "guard"; // whose arguments are another compiler's
  if (!isGuard && !frontend::expandResponseFiles(arguments, error))
    throw Failure::usage(error);
  checkNoSubcommand(first, commands);
  SplitArguments split = isGuard ? SplitArguments{arguments, {}, {}} : splitArguments(arguments);
  if (std::optional<std::string> help = parse(commands, split.own))
    return PrintText{*help};
  const CommandEntry &command = chosen(commands);
  if (command.app != &root && command.app->get_name() != first)
    throw Failure::usage("the subcommand '" + command.app->get_name() + "' comes before all options: onnxc " +
                         command.app->get_name() + " [OPTIONS] ...");
  return command.finish(split);
}

} // namespace onnxc::driver
