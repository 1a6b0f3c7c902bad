//===- Explanation.cpp - Why a call needs a new function ------------------===//
#include "Runtime/Calls/Explanation.h"
#include "Runtime/Calls/Key.h"
#include "Runtime/Session/Names.h"

namespace onnxc::runtime {

namespace {

/// No question was left, or there were no functions yet.
std::string newKey(const TracedSite &site, bool first) {
  if (!first)
    return "it was asked something new";
  std::string attributes;
  for (const auto &[name, value] : attributeValues(site))
    attributes += (attributes.empty() ? "" : ", ") + name + " is " + std::string(value);
  return attributes.empty() ? "it was not called before" : attributes + ", for the first time";
}

/// "2, 3 or 4".
std::string knownAnswers(const DecisionNode &node) {
  std::string text;
  for (size_t i = 0; i < node.edges.size(); ++i)
    text += (i == 0                       ? ""
             : i + 1 == node.edges.size() ? " or "
                                          : ", ") +
            answerText(node.question->fact, node.edges[i].first);
  return text;
}

std::string newAnswer(const DecisionNode &node, Answer answer) {
  const Question &question = *node.question;
  std::string asked = question.text.substr(0, question.text.rfind('.'));
  if (question.fact == graph::Fact::String)
    return asked + (answer ? " holds strings" : " holds no strings");
  static const char *const names[] = {"the element type of ", "the rank of ", "dimension "};
  std::string text = names[static_cast<int>(question.fact)];
  if (question.fact == graph::Fact::Dim)
    text += std::to_string(question.axis) + " of ";
  return text + asked + " is " + answerText(question.fact, answer) + ", not " + knownAnswers(node);
}

} // namespace

std::string explanation(const TracedSite &site, const Specialisations &made, const Specialisations::Missed &missed) {
  return "new function " + fullName(site.descriptor()) + " because " +
         (missed.node ? newAnswer(*missed.node, missed.answer) : newKey(site, made.functions.empty()));
}

} // namespace onnxc::runtime
