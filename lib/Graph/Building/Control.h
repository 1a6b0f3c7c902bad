//===- Control.h - If, Loop, Scan and SequenceMap ------------------------------===//
//
// What decides a branch or ends a loop, which element type and shape a state has
// in every iteration, what a body gets of a scanned input and what becomes of its
// results is decided here, for scripts and traces alike. They build the bodies,
// and nothing more.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_CONTROL_H
#define ONNXC_GRAPH_CONTROL_H

#include "Graph/Building/Builder.h"
#include <map>

namespace onnxc::graph {

/// An input of a nested graph, as its body sees it.
struct BodyInput {
  Operand operand;             ///< a number that is known needs no input: it is that number
  const Value *like = nullptr; ///< a value outside of the graph that has its element type, whatever the arguments are;
  std::optional<Type> known;   ///< or its type, where no argument changes that
};

/// Fills the nested graphs of one operator: lowers a lambda, or runs one.
class SubgraphBody {
public:
  virtual ~SubgraphBody() = default;

  /// Makes the body's nodes in the builder's current graph, which is `nested`; null: in the graph around the operator,
  /// as no nested graph is needed. The results in order, or none if the body was refused, which has been said.
  virtual std::optional<std::vector<Operand>> fill(const Graph *nested, const std::vector<BodyInput> &inputs) = 0;
  /// `nested` is thrown away and filled again, with inputs that hold in every iteration. `metType`: a state was a
  /// number in it, and met its element type there.
  virtual void discard(const Graph &, bool /*metType*/) {}
};

/// What is known of a value that a loop carries: it is true before and after each iteration.
struct LoopState {
  Type type;
  bool flexible = false;       ///< a number so far, which takes the element type that it meets
  bool declaredDouble = false; ///< as in Operand

  bool operator==(const LoopState &) const = default;
};

/// What an iteration does to what is known of a state.
enum class Widening {
  None,         ///< it stays true
  Wider,        ///< less is known now
  OtherKind,    ///< a tensor becomes a sequence: an error
  OtherElement, ///< the element type changes: an error
};

/// What was found of a loop. The loops in its body start from what the last pass over the body found of them.
struct LoopMemory {
  std::vector<LoopState> states;   ///< of a loop that Control builds
  std::shared_ptr<void> statement; ///< of a loop that is a statement, for those who lower it
  /// By place, and by how many loops of that place came before in the pass.
  std::map<std::pair<uint64_t, unsigned>, std::unique_ptr<LoopMemory>> inner;
  std::map<uint64_t, unsigned> seen; ///< in this pass, by place
  bool metType = false;              ///< in this pass, a number that a loop inside carries met its type
};

class Control {
public:
  explicit Control(Builder &builder) : builder(builder) {}

  /// What decides an If or ends a Loop: one bool of rank 0, or a number or string known here as a literal bool. Numbers
  /// are true where they are not 0 (NaN is true). One element, of any rank; no string.
  Result<Operand> condition(const Operand &operand, const char *what = "a condition");
  /// The number of iterations of a Loop as int64 of rank 0: one integer of any type.
  Result<Operand> tripCount(const Operand &operand);

  /// If. A condition that is known takes its branch, and the other is not built.
  Result<std::vector<Operand>> ifElse(const Operand &test, SubgraphBody &thenBody, SubgraphBody &elseBody);

  struct LoopInputs {
    Operand tripCount, condition; ///< absent: no limit, true
    std::vector<Operand> initial;
    size_t scans = 0;
    /// `scans` says how many results the body has. False: what is behind the condition and the states is scanned.
    bool scansKnown = true;
    /// A loop of C++ (for_loop, while_loop): the counter is a number, the condition no result of the user's.
    bool plain = false;
    uint64_t place = 0; ///< as in LoopPasses
  };
  /// An error's `operand` is that of the node: the number of iterations, the condition, a state.
  /// Loop: `body` gets the iteration, the condition and the states, and gives the condition (absent: true), the states
  /// and the scan outputs. It is filled until the states' types hold in every iteration. Gives states and scan outputs.
  Result<std::vector<Operand>> loop(const LoopInputs &inputs, SubgraphBody &body);

  struct ScanInputs {
    std::vector<Operand> initial, scanned;
    Attributes attributes; ///< without `body` and `num_scan_inputs`
    size_t scans = 0;
    bool scansKnown = true; ///< as in LoopInputs
    uint64_t place = 0;
  };
  /// Scan: `body` gets the states and an element of each scanned input, and gives the states and the scan outputs.
  Result<std::vector<Operand>> scan(ScanInputs inputs, SubgraphBody &body);
  /// SequenceMap: `body` gets an element of each sequence, and the other inputs as they are.
  Result<std::vector<Operand>> sequenceMap(std::vector<Operand> inputs, SubgraphBody &body);

  // For statements, whose bodies are lowered before it is known what they change.

  /// `thenOutputs` and `elseOutputs` are visible in their graphs (any outer value may be named). Pairs get one
  /// element type: flexible ones follow the other; two flexible ones give a flexible output. An error's `operand` is
  /// the pair.
  Result<std::vector<Operand>> ifElse(const Operand &test, std::unique_ptr<Graph> thenGraph,
                                      std::vector<Operand> thenOutputs, std::unique_ptr<Graph> elseGraph,
                                      std::vector<Operand> elseOutputs, const std::vector<std::string> &hints = {});
  struct LoopParts {
    Operand tripCount, condition; ///< as in LoopInputs
    std::vector<Value *> initial;
    /// Inputs: iteration (int64), condition (bool), then one for each state.
    std::unique_ptr<Graph> body;
    Operand bodyCondition; ///< absent: true
    std::vector<Value *> finals, scans = {};
    std::vector<std::string> hints = {};
  };
  Result<std::vector<Value *>> loop(LoopParts parts);

  /// What is known of a state that begins as `initial`.
  LoopState stateOf(const Operand &initial);
  /// Makes `state` true of `last` too, which an iteration leaves.
  Widening widen(LoopState &state, const Operand &last);

private:
  struct InputType;
  struct LoopPlan;
  struct LoopBody;

  static DType commonNumber(const LoopState &a, const LoopState &b);
  Status checkScalar(const Operand &operand, const char *what);
  Status checkCondition(const Operand &operand, const char *what);
  Status checkTripCount(const Operand &operand);
  Result<Value *> asScalar(Value *value);
  Result<Value *> conditionValue(const Operand &operand);
  Status pairUp(Operand &a, Graph &aGraph, Operand &b, Graph &bGraph, Operand &result);
  std::vector<BodyInput> addInputs(Graph &graph, const std::vector<InputType> &types);
  InputType inputOf(const LoopState &state, const Operand &initial);
  Result<LoopBody> buildLoop(const LoopPlan &plan, SubgraphBody &body);
  void resume(std::vector<LoopState> &states, const LoopMemory &memory);
  Result<bool> takePass(LoopBody &loop, bool &metType, bool &reshaped);
  Status finishLoop(LoopBody &loop, const std::vector<Operand> &initial);
  std::vector<Operand> resultsOf(const LoopBody &loop, const std::vector<Value *> &outputs);

  friend class LoopPasses;

  Builder &builder;
  LoopMemory *memory = nullptr; ///< of the loop whose body is being built
};

} // namespace onnxc::graph

#endif
