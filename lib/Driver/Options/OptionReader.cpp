#include "Driver/Options/OptionReader.h"

#include "Driver/Options/ClangFlags.h"
#include "Driver/Options/CompilerFlags.h"
#include "Driver/Options/EmitForms.h"
#include "Driver/Options/Includes.h"
#include "Driver/Options/Suggest.h"
#include "Frontend/Diagnostics.h"

#include <algorithm>

namespace onnxc::driver {
namespace {

template <class T> using Names = std::vector<std::pair<const char *, T>>;

Names<EmitKind> emitNames() {
  Names<EmitKind> names;
  for (const EmitForm &form : emitForms())
    names.emplace_back(form.name, form.kind);
  return names;
}

/// "What to write: model, text, json".
std::string emitHelp() {
  std::string text = "What to write: ";
  for (const EmitForm &form : emitForms())
    text += (&form == &emitForms().front() ? "" : ", ") + std::string(form.name);
  return text;
}

const Names<Color> colorNames = {{"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}};

/// The value that `text` names, or a usage error for `option`.
template <class T> T choose(const Names<T> &names, const std::string &text, const std::string &option) {
  std::vector<std::string> candidates;
  for (const auto &[name, value] : names) {
    if (text == name)
      return value;
    candidates.emplace_back(name);
  }
  std::string hint = didYouMean(text, candidates);
  if (hint.empty())
    hint = "; there are " + quotedList(candidates);
  throw Failure::usage("unknown value '" + text + "' of '" + option + "'" + hint);
}

} // namespace

OptionReader::OptionReader(CLI::App &app) : app(app) {
  app.set_help_flag("-h,--help", "Print this help");
  app.option_defaults()->group("Options");
}

void OptionReader::addSource(SourceOptions &source) {
  app.add_option("FILE", source.files, "C++ sources; - is standard input")->type_name("");
  app.add_option("-p", source.buildFolder, "Take Clang's flags from compile_commands.json in this folder or above")
      ->type_name("FOLDER");
  addRepeated("--compiler-flags", source.compilerFlags,
              "Take from this file, which has one flag a line for another compiler, what changes a source's meaning",
              "FILE");
  app.add_option("--color", color, "Colours in messages: auto (on terminals, unless NO_COLOR is set), always, never")
      ->type_name("WHEN");
  app.footer(clangFlagsHelp());
}

void OptionReader::addMain(CallOptions &main) {
  app.add_option("--main", main.function, "Write a runnable model whose graph calls this function (name or ns::name)")
      ->type_name("NAME");
  addRepeated("--attr", attributes, "Bind an attribute parameter of the main function", "NAME=VALUE");
  addRepeated("--input", inputs,
              "Type an input of the main function ('x=float[N,3]', 'x=float' for any rank, 's=seq(float)'), or just "
              "give an optional one",
              "NAME[=TYPE]");
}

void OptionReader::addCall() {
  addRepeated("--attr", attributes,
              "The value of an attribute parameter; FUNCTION:NAME=VALUE for one of several functions", "NAME=VALUE");
  addRepeated("--input", inputs,
              "The type of an input ('x=float[N,3]'); FUNCTION:NAME=TYPE for one of several functions", "NAME=TYPE");
}

void OptionReader::addOutput(OutputOptions &output) {
  app.add_option("-o", output.path, "Where to write; - is standard output")->type_name("PATH");
  app.add_option("--emit", emit, emitHelp())->type_name("FORM");
  app.add_flag("--inline", output.inlineFunctions, "Flatten: the model has no functions");
  app.add_option("--inline-limit", output.inlineLimit, "The most nodes that --inline may make")
      ->type_name("N")
      ->default_str("1000000");
  app.add_option("--ir-version", output.irVersion, "IR version of the model")->type_name("N")->default_str("10");
  externalDataOption = app.add_flag("--external-data{}", externalData,
                                    "Large constants go to a file beside the model (--external-data=NAME names it)");
}

void OptionReader::addOpset(int64_t &opset, const char *description) {
  opsetOption = app.add_option("--opset", opset, description)->type_name("N");
}

void OptionReader::addRepeated(const char *name, std::vector<std::string> &values, const char *description,
                               const char *type) {
  app.add_option(name, values, description)->allow_extra_args(false)->type_name(type);
}

void OptionReader::checkOpset() const {
  if (!opsetOption || opsetOption->count() == 0)
    return;
  auto opset = opsetOption->as<int64_t>();
  if (opset < minOpset || opset > maxOpset())
    throw Failure::usage("'--opset' must be from " + std::to_string(minOpset) + " to " + std::to_string(maxOpset()));
}

void OptionReader::finish(CallOptions &call, Callees callees) const {
  for (const std::string &text : attributes)
    call.attributes.push_back(readAttributeOption(text, callees));
  for (const std::string &text : inputs)
    call.inputs.push_back(readInputOption(text, callees));
}

void OptionReader::finish(OutputOptions &output, DepfileOptions depfile) {
  output.emit = choose(emitNames(), emit, "--emit");
  output.depfile = std::move(depfile);
  if (externalDataOption->count() > 0)
    output.externalData = externalData == "true" ? std::string() : externalData;
  if (output.inlineLimit < 1)
    throw Failure::usage("'--inline-limit' must be at least 1");
  if (output.irVersion < minIrVersion || output.irVersion > maxIrVersion())
    throw Failure::usage("'--ir-version' must be from " + std::to_string(minIrVersion) + " to " +
                         std::to_string(maxIrVersion()));
}

void OptionReader::finish(SourceOptions &source, std::vector<std::string> clangArgs) const {
  checkOpset();
  source.color = choose(colorNames, color, "--color");
  for (const std::string &file : source.compilerFlags) {
    std::vector<std::string> flags = readCompilerFlags(file);
    source.clangArgs.insert(source.clangArgs.end(), flags.begin(), flags.end());
  }
  for (std::string &argument : clangArgs) {
    switch (source.warnings.add(argument)) {
    case frontend::WarningOptions::Result::NotOurs:
      source.clangArgs.push_back(std::move(argument));
      break;
    case frontend::WarningOptions::Result::Ours:
      break;
    case frontend::WarningOptions::Result::Unknown:
      throw unknownWarning(argument);
    }
  }
  if (source.files.empty())
    throw Failure::usage("no source file; see 'onnxc " + (app.get_parent() ? app.get_name() + " " : "") + "--help'");
}

Failure OptionReader::unknownWarning(const std::string &argument) {
  std::vector<std::string> names;
  for (const frontend::DiagRow &row : frontend::diagRows())
    names.push_back(frontend::publicName(row.id));
  std::size_t at = argument.find("onnxc-");
  std::string name = at == std::string::npos ? argument : argument.substr(at);
  return Failure::usage("'" + argument + "' names no diagnostic of onnxc" + didYouMean(name, names));
}

} // namespace onnxc::driver
