//===- Question.h - A fact that is asked of arguments ---------------------===//
#ifndef ONNXC_RUNTIME_QUESTION_H
#define ONNXC_RUNTIME_QUESTION_H

#include "Graph/Building/Builder.h"
#include "Graph/IR/Graph.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onnxc::runtime {

/// An element type, a rank, a dimension, or 1 for strings; -1: not known; -2: the axis does not exist.
using Answer = int64_t;
constexpr Answer unknownAnswer = -1;
constexpr Answer noSuchAxis = -2;

using Types = std::vector<std::optional<graph::Type>>;

/// An argument of a call in a body, for questions that the callee's guards ask: a value of the caller, or a type that
/// no argument changes.
struct ArgumentSource {
  const graph::Value *value = nullptr;
  std::optional<graph::Type> type;
};

/// A fact that may be asked of the arguments of `function`.
struct Question {
  graph::Fact fact;
  int64_t axis = 0;
  int input = -1;                        ///< of an input; else
  const graph::Value *value = nullptr;   ///< of a value of `function`; else
  std::shared_ptr<const Question> inner; ///< of what a call in the body asks about its `arguments`
  std::vector<ArgumentSource> arguments;
  std::shared_ptr<const graph::Function> function;
  uint64_t hash = 0; ///< of what is asked, the same in every trace of the same body
  std::string text;  ///< "x.rank", "MatMul#1f03.dim1": part of overload names

  bool same(const Question &other) const { return hash == other.hash && text == other.text; }
};

Answer answerOf(const graph::Type &type, graph::Fact fact, int64_t axis);
/// What is done where the answer is not known: as for no strings.
inline Answer settled(graph::Fact fact, Answer answer) {
  return fact == graph::Fact::String && answer == unknownAnswer ? 0 : answer;
}
/// "float", "3", "?".
std::string answerText(graph::Fact fact, Answer answer);
/// ".rank", ".dim1": the end of a question's text.
std::string factText(graph::Fact fact, int64_t axis);

} // namespace onnxc::runtime

#endif
