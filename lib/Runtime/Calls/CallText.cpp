//===- CallText.cpp - What tells traced functions apart, as text ----------===//
#include "Runtime/Calls/Calls.h"
#include "Runtime/Functions/Registry.h"
#include "Runtime/Session/Names.h"
#include "Runtime/Session/Session.h"
#include "Support/Overload.h"
#include <iostream>

namespace onnxc::runtime {

namespace {

/// A text like "*" or "{*,*}" follows from the type of the parameter.
bool saysNothing(std::string_view text) {
  return text.find('[') == std::string_view::npos && text.find_first_not_of("*{},") == std::string_view::npos;
}

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

std::string_view CallBase::parameterText(size_t parameter) const {
  size_t start = parameter == 0 ? arguments.captureEnd : arguments.ends[parameter - 1] + 1;
  return std::string_view(arguments.text).substr(start, arguments.ends[parameter] - start);
}

std::string TracedCall::key() const {
  const stub::Descriptor &descriptor = *record.entry->descriptor;
  std::string key = identityOf(descriptor.domain, descriptor.name, descriptor.overload);
  key += '\n';
  // Another function of the same identity is not this one: that is an error when it is traced.
  key += record.entry->key->name();
  key += '\n';
  key += record.templateText;
  key += '\n';
  key += arguments.text;
  // Captured variables that are the same tensor share an input.
  for (size_t i = 0; i < captures.size(); ++i)
    if (i > 0)
      key += '\n' + std::to_string(captures[i]);
  return key;
}

std::string TracedCall::overload(const std::vector<FactLog::Entry> &path) const {
  const stub::Descriptor &descriptor = *record.entry->descriptor;
  std::string text = descriptor.overload;
  auto add = [&](std::string_view part) { support::appendOverload(text, part, ','); };
  add(record.templateText);
  std::string_view captured = std::string_view(arguments.text).substr(0, arguments.captureEnd);
  while (!captured.empty()) {
    size_t end = endOfCapture(captured);
    add(captured.substr(0, end));
    captured.remove_prefix(end + 1);
  }
  for (size_t i = 0; i < arguments.ends.size(); ++i)
    if (std::string_view value = parameterText(i); !saysNothing(value))
      add(record.parameterName(i) + "=" + std::string(value));
  for (size_t i = 1; i < captures.size(); ++i)
    if (captures[i] != i)
      add(std::string(arguments.captures[i].name) + "=" + arguments.captures[captures[i]].name);
  for (const FactLog::Entry &entry : path)
    if (entry.question->fact != graph::Fact::String || entry.answer == 1) // "no strings" is the rule
      add(entry.question->text + "=" + answerText(entry.question->fact, entry.answer));
  return support::finalOverload(text);
}

void TracedCall::explain(const Specialisations::Missed &missed) const {
  const Question *question = missed.node ? missed.node->question.get() : nullptr;
  std::string line = "new function " + fullName(*record.entry->descriptor) + " because ";
  if (!question) {
    bool first = specialisations->functions.empty();
    std::string attributes;
    for (size_t i = 0; i < arguments.ends.size(); ++i)
      if (std::string_view value = parameterText(i); !saysNothing(value))
        attributes += (attributes.empty() ? "" : ", ") + record.parameterName(i) + " is " + std::string(value);
    line += !first               ? "it was asked something new"
            : attributes.empty() ? "it was not called before"
                                 : attributes + ", for the first time";
  } else if (question->fact == graph::Fact::String) {
    line +=
        question->text.substr(0, question->text.rfind('.')) + (missed.answer ? " holds strings" : " holds no strings");
  } else {
    static const char *const names[] = {"the element type of ", "the rank of ", "dimension "};
    line += names[static_cast<int>(question->fact)];
    if (question->fact == graph::Fact::Dim)
      line += std::to_string(question->axis) + " of ";
    line += question->text.substr(0, question->text.rfind('.')) + " is " + answerText(question->fact, missed.answer) +
            ", not ";
    for (size_t i = 0; i < missed.node->edges.size(); ++i)
      line += (i == 0                               ? ""
               : i + 1 == missed.node->edges.size() ? " or "
                                                    : ", ") +
              answerText(question->fact, missed.node->edges[i].first);
  }
  std::cerr << line + "\n";
}

} // namespace onnxc::runtime
