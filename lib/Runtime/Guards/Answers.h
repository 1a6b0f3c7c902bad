//===- Answers.h - What the arguments of a call answer --------------------===//
#ifndef ONNXC_RUNTIME_ANSWERS_H
#define ONNXC_RUNTIME_ANSWERS_H

#include "Graph/Inference/Reinference.h"
#include "Runtime/Guards/Question.h"
#include <functional>
#include <unordered_map>

namespace onnxc::runtime {

/// Answers questions about a function for argument types. Inference is done once for all of them.
class Answers {
public:
  explicit Answers(std::function<graph::Type(size_t)> inputType) : inputType(std::move(inputType)) {}
  Answer answer(const Question &question);

private:
  std::function<graph::Type(size_t)> inputType;
  std::unordered_map<const graph::Function *, std::unique_ptr<graph::Reinference>> inferences;
};

} // namespace onnxc::runtime

#endif
