//===- Overload.cpp - The overload of a traced function -------------------===//
#include "Runtime/Calls/Overload.h"
#include "Runtime/Calls/Key.h"
#include "Support/Overload.h"

namespace onnxc::runtime {

namespace {

/// The ';' behind the first captured variable; strings may have one too.
size_t endOfCapture(std::string_view text) {
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (text[i] == ';' && !quoted)
      return i;
  }
  return text.size() - 1;
}

} // namespace

std::string overloadOf(const TracedSite &site, const std::vector<FactLog::Entry> &path) {
  const stub::detail::Arguments &arguments = site.arguments;
  std::string text = site.descriptor().overload;
  auto add = [&](std::string_view part) { support::appendOverload(text, part, ','); };
  add(site.record.templateText);
  std::string_view captured = std::string_view(arguments.text).substr(0, arguments.captureEnd);
  while (!captured.empty()) {
    size_t end = endOfCapture(captured);
    add(captured.substr(0, end));
    captured.remove_prefix(end + 1);
  }
  for (const auto &[name, value] : attributeValues(site))
    add(name + "=" + std::string(value));
  for (size_t i = 1; i < site.captures.size(); ++i)
    if (site.captures[i] != i)
      add(std::string(arguments.captures[i].name) + "=" + arguments.captures[site.captures[i]].name);
  for (const FactLog::Entry &entry : path)
    if (entry.question->fact != graph::Fact::String || entry.answer == 1) // "no strings" is the rule
      add(entry.question->text + "=" + answerText(entry.question->fact, entry.answer));
  return support::finalOverload(text);
}

} // namespace onnxc::runtime
