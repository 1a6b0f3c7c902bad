//===- Guards.h - Facts that a traced function was specialised on --------------===//
//
// A body that runs asks facts of its arguments; so do the graph builder and the guards of the calls in the body. Each
// fact that depends on the arguments is logged. The logs of all functions that were made of one annotated function (for
// one key) are the paths of a decision tree: an inner node is a question, an edge an answer, a leaf a function.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_RUNTIME_GUARDS_H
#define ONNXC_RUNTIME_GUARDS_H

#include "Graph/Building/Builder.h"
#include "Graph/Inference/Reinference.h"
#include "onnxc/stub.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace onnxc::runtime {

/// An element type, a rank, a dimension, or 1 for strings; -1: not known; -2: the axis does not exist.
using Answer = int64_t;
constexpr Answer unknownAnswer = -1;
constexpr Answer noSuchAxis = -2;

using Types = std::vector<std::optional<graph::Type>>;

struct Question;

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

/// Answers questions about a function for argument types. Inference is done once for all of them.
class Answers {
public:
  explicit Answers(std::function<graph::Type(size_t)> inputType) : inputType(std::move(inputType)) {}
  Answer answer(const Question &question);

private:
  std::function<graph::Type(size_t)> inputType;
  std::unordered_map<const graph::Function *, std::unique_ptr<graph::Reinference>> inferences;
};

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
  Mark mark() const { return {entries.size(), formals.size(), graphCount}; }
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
  uint64_t hashOf(const graph::Value *value);
  uint64_t hashOf(const graph::Node *node);
  uint64_t hashOf(const graph::Graph &graph, uint64_t hash);

  std::shared_ptr<graph::Function> function;
  Types declared;
  std::vector<graph::Type> given; ///< types of the arguments
  /// Over inputs of which only the declared types are known.
  std::optional<graph::Reinference> blank;
  std::vector<Formal> formals; ///< of nested graphs, in the order in which these were entered
  std::unordered_map<const graph::Graph *, size_t> graphs;
  size_t graphCount = 0;
  std::unordered_set<std::string> asked;
  std::unordered_map<const graph::Node *, uint64_t> hashes;
};

/// A function that was made of an annotated one.
struct Traced {
  std::shared_ptr<graph::Function> function;
  std::unique_ptr<stub::detail::Prototype> prototype; ///< of its results
  std::vector<FactLog::Entry> path;
  std::vector<size_t> usedCaptures; ///< captured tensors that the body used: they are inputs after the arguments
  size_t outputs = 0;
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

  /// The function for these answers, or null and the first question whose answer is new.
  Traced *find(const std::function<Answer(const Question &)> &answer, const Question **missed = nullptr,
               Answer *missedAnswer = nullptr, const DecisionNode **missedNode = nullptr) const;
  /// The function to call: `traced`, or an earlier one that was asked the same and got the same answers. Null when the
  /// body asked something else although all answers before were the same as of another trace.
  Traced *insert(std::unique_ptr<Traced> traced);
};

} // namespace onnxc::runtime

#endif
