//===- Specialisations.h - The functions made of an annotated one ---------===//
//
// The logs of all functions that were made of one annotated function, for one key, are the paths of a decision tree: an
// inner node is a question, an edge an answer, a leaf a function. docs/tracing.md, "Guards", says what is asked.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_RUNTIME_SPECIALISATIONS_H
#define ONNXC_RUNTIME_SPECIALISATIONS_H

#include "Runtime/Guards/FactLog.h"
#include "onnxc/stub.h"
#include <functional>

namespace onnxc::runtime {

/// A function that was made of an annotated one.
struct Traced {
  std::shared_ptr<graph::Function> function;
  std::unique_ptr<stub::detail::Prototype> prototype; ///< of its results
  std::vector<FactLog::Entry> path;
  bool everything = false; ///< as FactLog
};

struct DecisionNode {
  std::shared_ptr<const Question> question; ///< null: a leaf
  std::vector<std::pair<Answer, std::unique_ptr<DecisionNode>>> edges;
  Traced *leaf = nullptr;

  DecisionNode *edge(Answer answer) const {
    for (const auto &[label, node] : edges)
      if (label == answer)
        return node.get();
    return nullptr;
  }
};

/// All functions that were made of an annotated function for one key.
struct Specialisations {
  std::unique_ptr<DecisionNode> root;
  std::unique_ptr<DecisionNode> everything; ///< of those that are specialised on all that is known
  std::vector<std::unique_ptr<Traced>> functions;

  /// Where no function is left: the answer to the node's question is new.
  struct Missed {
    const DecisionNode *node = nullptr;
    Answer answer = 0;
  };
  /// The function for these answers, or null.
  Traced *find(const std::function<Answer(const Question &)> &answer, Missed *missed = nullptr) const;
  /// The function to call: `traced`, or an earlier one that was asked the same and got the same answers. Null when the
  /// body asked something else although all answers before were the same as of another trace.
  Traced *insert(std::unique_ptr<Traced> traced);
};

} // namespace onnxc::runtime

#endif
