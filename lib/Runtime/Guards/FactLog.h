//===- FactLog.h - What a frame has been asked ----------------------------===//
//
// A body that runs asks facts of its arguments; so do the graph builder and the guards of the calls in the body. Each
// fact that depends on the arguments is logged.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_RUNTIME_FACTLOG_H
#define ONNXC_RUNTIME_FACTLOG_H

#include "Graph/Inference/Reinference.h"
#include "Runtime/Guards/Question.h"
#include "Runtime/Guards/ValueHashes.h"
#include <unordered_set>

namespace onnxc::runtime {

/// What a frame has been asked.
class FactLog {
public:
  struct Entry {
    std::shared_ptr<const Question> question;
    Answer answer;
  };

  /// `declared`: what the C++ declaration says of each input's type; facts that follow from it are no facts of the
  /// arguments.
  FactLog(std::shared_ptr<graph::Function> function, const Types &declared);

  /// A fact of a value of the function. Logged unless the arguments have no part in it, or it was asked before.
  void ask(const graph::Value *value, graph::Fact fact, int64_t axis, Answer answer);
  /// What a call in the body asked about its arguments. `key`: of the callee, with its attributes.
  void askInner(const std::shared_ptr<const Question> &inner, std::vector<ArgumentSource> arguments,
                const std::string &callee, const std::string &key, Answer answer);

  /// A nested graph is built next. Each of its inputs has the element type of a value outside, or a known type.
  void enter(const graph::Graph &graph, const std::vector<ArgumentSource> &inputs);

  /// A moment to which the log can go back.
  struct Mark {
    size_t entries = 0, formals = 0, graphs = 0;
  };
  Mark mark() const { return {entries.size(), formals.size(), hashes.entered()}; }
  /// The body of a loop is built again: what was asked since is no question to anything that exists. The graphs that
  /// were entered since may be gone already.
  void forget(const Mark &mark);
  /// As `forget`, but questions to values outside of `graph`, which is still there, are kept.
  void forgetInside(const Mark &mark, const graph::Graph &graph);
  /// A nested graph is gone because its body threw, so that it can't be asked again what led to that. From now on, all
  /// that is known of the arguments counts as asked.
  void askEverything(const Mark &mark);

  std::vector<Entry> entries;
  /// Everything was asked, in an order of its own: no path of the tree of those that asked what they needed.
  bool everything = false;

private:
  struct Formal {
    const graph::Value *input;
    ArgumentSource source;
  };
  void add(Question question, Answer answer);
  Question questionOfInput(size_t index, graph::Fact fact, int64_t axis) const;
  void addInput(size_t index, graph::Fact fact, int64_t axis);
  void drop(size_t index);
  void restart(const Mark &mark);
  void assume(const Formal &formal);

  std::shared_ptr<graph::Function> function;
  Types declared;
  std::vector<graph::Type> given; ///< types of the arguments
  /// Over inputs of which only the declared types are known.
  std::optional<graph::Reinference> blank;
  std::vector<Formal> formals; ///< of nested graphs, in the order in which these were entered
  std::unordered_set<std::string> asked;
  ValueHashes hashes;
};

} // namespace onnxc::runtime

#endif
