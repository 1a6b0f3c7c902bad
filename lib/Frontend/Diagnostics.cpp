#include "Frontend/Diagnostics.h"

#include <cctype>

using namespace clang;

namespace onnxc::frontend {

namespace {

std::string kebabCase(std::string_view name) {
  std::string result;
  for (char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) && !result.empty())
      result += '-';
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

std::vector<DiagRow> makeRows() {
  std::vector<DiagRow> rows;
  std::string_view group;
#define DIAG_GROUP(TITLE) group = TITLE;
#define DIAG(NAME, SEVERITY, TEXT) rows.push_back({DiagId::NAME, #NAME, Severity::SEVERITY, TEXT, group});
#define NOTE(NAME, TEXT) rows.push_back({DiagId::NAME, #NAME, Severity::Note, TEXT, group});
#include "Frontend/Diagnostics.def"
  return rows;
}

const DiagRow *findRow(std::string_view name) {
  for (const DiagRow &row : diagRows())
    if (row.severity != Severity::Note && publicName(row.id) == name)
      return &row;
  return nullptr;
}

bool consume(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// A text of the table as documentation shows it: arguments become "...", selections list their alternatives.
std::string readable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    if (text.front() != '%') {
      result += text.front() == '|' ? '/' : text.front();
      text.remove_prefix(1);
      continue;
    }
    text.remove_prefix(1);
    if (consume(text, "select{")) {
      size_t close = text.find('}');
      std::string alternatives(text.substr(0, close));
      text.remove_prefix(close + 1);
      // "{|; did you mean ...}": the part is left out or shown.
      if (alternatives.starts_with('|'))
        result += "[" + readable(alternatives.substr(1)) + "]";
      else
        result += readable(alternatives);
    } else if (consume(text, "s")) {
      result += "(s)";
    } else {
      consume(text, "q");
      result += "*";
    }
    while (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())))
      text.remove_prefix(1);
  }
  return result;
}

} // namespace

const std::vector<DiagRow> &diagRows() {
  static const std::vector<DiagRow> rows = makeRows();
  return rows;
}

std::string publicName(DiagId id) { return "onnxc-" + kebabCase(diagRows()[static_cast<unsigned>(id)].name); }

std::string diagnosticsMarkdown() {
  std::string out = "# Diagnostics\n\n"
                    "Generated from `lib/Frontend/Diagnostics.def` by `onnxc --print-diagnostics`; do not edit.\n\n"
                    "Each message ends with its name in brackets. `-Wno-NAME` silences a warning, `-Werror=NAME` makes "
                    "it an error, `-Werror` all of "
                    "them.\nIn the texts below, `*` stands for a name, type or number of your program, `[...]` for a "
                    "part that is not always there.\n";
  std::string_view group;
  for (const DiagRow &row : diagRows()) {
    if (row.severity == Severity::Note)
      continue;
    if (row.group != group) {
      group = row.group;
      out += "\n## " + std::string(group) + "\n\n| name | kind | text |\n| --- | --- | --- |\n";
    }
    out += "| `" + publicName(row.id) + "` | " + (row.severity == Severity::Error ? "error" : "warning") + " | " +
           readable(row.text) + " |\n";
  }
  return out;
}

WarningOptions::Result WarningOptions::add(std::string_view argument) {
  if (argument == "-Werror" || argument == "-w" || argument == "-Wno-error") {
    if (argument == "-w")
      none = true;
    else
      allErrors = argument == "-Werror";
    return Result::NotOurs;
  }
  std::string_view rest = argument;
  if (!consume(rest, "-W"))
    return Result::NotOurs;
  auto note = [&](std::set<std::string> &add, std::set<std::string> &remove) {
    std::string name(rest);
    if (!findRow(name))
      return Result::Unknown;
    remove.erase(name);
    add.insert(name);
    return Result::Ours;
  };
  if (consume(rest, "error=onnxc-") || consume(rest, "no-error=onnxc-")) {
    rest = argument.substr(argument.find('=') + 1);
    return argument.starts_with("-Wno-") ? note(noErrors, errors) : note(errors, noErrors);
  }
  if (consume(rest, "no-onnxc-")) {
    rest = argument.substr(5);
    return note(disabled, enabled);
  }
  if (rest.starts_with("onnxc-"))
    return note(enabled, disabled);
  return Result::NotOurs;
}

Diagnoser::Diagnoser(DiagnosticsEngine &engine, WarningOptions options)
    : engine(engine), options(std::move(options)), customIds(diagRows().size()) {}

DiagnosticsEngine::Level Diagnoser::levelOf(const DiagRow &row) const {
  if (row.severity == Severity::Error)
    return DiagnosticsEngine::Error;
  if (row.severity == Severity::Note)
    return DiagnosticsEngine::Note;
  std::string name = publicName(row.id);
  if (options.none || options.disabled.count(name))
    return DiagnosticsEngine::Ignored;
  bool error = options.errors.count(name) || (options.allErrors && !options.noErrors.count(name));
  return error ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning;
}

DiagnosticBuilder Diagnoser::report(SourceLocation location, DiagId id) {
  unsigned &custom = customIds[static_cast<unsigned>(id)];
  if (!custom) {
    const DiagRow &row = diagRows()[static_cast<unsigned>(id)];
    DiagnosticsEngine::Level level = levelOf(row);
    std::string text(row.text);
    if (row.severity == Severity::Warning && level == DiagnosticsEngine::Error)
      text += " [-Werror," + publicName(id) + "]";
    else if (row.severity != Severity::Note)
      text += " [" + publicName(id) + "]";
    custom = engine.getDiagnosticIDs()->getCustomDiagID(static_cast<DiagnosticIDs::Level>(level), text);
  }
  if (levelOf(diagRows()[static_cast<unsigned>(id)]) == DiagnosticsEngine::Error)
    ++errors;
  internalErrors |= id == DiagId::Internal;
  return engine.Report(location, custom);
}

} // namespace onnxc::frontend
