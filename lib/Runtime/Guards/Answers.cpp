//===- Answers.cpp - What the arguments of a call answer ------------------===//
#include "Runtime/Guards/Answers.h"

namespace onnxc::runtime {

Answer Answers::answer(const Question &question) {
  if (question.input >= 0)
    return settled(question.fact,
                   answerOf(inputType(static_cast<size_t>(question.input)), question.fact, question.axis));
  std::unique_ptr<graph::Reinference> &inference = inferences[question.function.get()];
  if (!inference) {
    Types types;
    for (size_t i = 0; i < question.function->body.inputs.size(); ++i)
      types.push_back(inputType(i));
    inference = std::make_unique<graph::Reinference>(*question.function, types);
  }
  if (!question.inner)
    return settled(question.fact, answerOf(inference->typeOf(question.value), question.fact, question.axis));
  Answers callee([&](size_t index) {
    const ArgumentSource &argument = question.arguments[index];
    return argument.value ? inference->typeOf(argument.value) : *argument.type;
  });
  return callee.answer(*question.inner);
}

} // namespace onnxc::runtime
