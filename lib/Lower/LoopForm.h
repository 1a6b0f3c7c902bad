//===- LoopForm.h - What the loop statements have in common ----------------------===//
#ifndef ONNXC_LOWER_LOOPFORM_H
#define ONNXC_LOWER_LOOPFORM_H

#include "LoopLowering.h"
#include <functional>

namespace onnxc::lower {

/// A loop whose trip count is known before it starts: index = start + iteration * step.
struct Trip {
  Object *index = nullptr;
  bool declaredInside = true; ///< the index dies with the loop
  Value start;
  int64_t step = 1;
  graph::Operand runtimeStep; ///< when the step is not known (onnxc::range)
  graph::Operand count;
  llvm::DenseSet<Object *> reads; ///< objects that the bound was computed from
};

struct LoopForm {
  clang::SourceLocation location;
  std::function<Value()> condition; ///< evaluated before each iteration; empty: true
  std::function<void()> body;
  std::function<void()> increment; ///< empty: none
  bool conditionFirst = true;      ///< false for do-while
  std::optional<Trip> trip;
};

/// What names an object in each pass over the body that it belongs to.
struct ObjectName {
  unsigned frame = 0; ///< the emitted function's is 0
  const clang::ValueDecl *variable = nullptr;
  unsigned hidden = 0;        ///< without variable: which of the frame's other objects
  std::vector<unsigned> path; ///< to the part of an aggregate
};

/// One lowering of the body.
struct LoopPass {
  std::unique_ptr<graph::Graph> graph;
  Store::Writes writes;
  llvm::DenseMap<Object *, Value> aggregates;
  llvm::MapVector<Object *, Value> formals;
  Value goesOn;           ///< bool: another iteration
  bool normalExit = true; ///< the condition may end the loop
  bool indexChanged = false;
  bool breaks = false; ///< some path leaves by `break`
  llvm::DenseSet<Object *> unsetAtBreak, unsetAtContinue;
  uint64_t birth = 0;
};

} // namespace onnxc::lower

#endif
