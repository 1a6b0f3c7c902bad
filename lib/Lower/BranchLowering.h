//===- BranchLowering.h - Two sides, one of which runs -----------------===//
//
// An If lowers both of its sides under a journal and merges what they wrote. Choices
// are objects that are one of two; jumps decide whether what follows runs.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_BRANCHLOWERING_H
#define ONNXC_LOWER_BRANCHLOWERING_H

#include "TensorLowering.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>

namespace onnxc::lower {

struct MergePlan;
struct BranchSide;

class BranchLowering : public TensorLowering {
protected:
  using TensorLowering::TensorLowering;

  /// Lowers statements up to the end, or to a jump.
  virtual void execSeq(const Rest *rest) = 0;
  enum class Flow { Live, Maybe, Dead };
  void setJump(Object *flag) { write(flag, knownBool(true)); }

  // Branches.cpp
  /// If: lowers both sides and merges what they change. `rest`, when given, is moved into the side that alone goes on;
  /// then true is returned.
  bool branch(const Value &condition, Location location, llvm::function_ref<void()> thenSide,
              llvm::function_ref<void()> elseSide, const Rest *rest = nullptr, bool allowWhere = false);

  // Choices.cpp
  Object *choose(const Value &condition, Object *a, Object *b, Location location);
  /// What an object holds, and writing it; of a choice, by an If.
  Value contentsOf(Object *object) override;
  void write(Object *object, Value value);
  Object *runtimeElement(Object *base, const Value &index, const clang::Expr *expr);

  // Jumps.cpp
  Flow flow();
  void execUnlessJumped(llvm::function_ref<void()> body);
  const Rest *push(const clang::Stmt *stmt, const Rest *next);

  /// The size of the largest C++ array that has been indexed by a run-time number.
  uint64_t mostIndexed = 0;
  std::deque<Rest> rests;

private:
  // Branches.cpp
  void runSide(BranchSide &side, llvm::function_ref<void()> body);
  void resumeSide(BranchSide &side, const Rest *rest);
  void finishSide(BranchSide &side);
  void mergeSides(const Value &condition, Location location, BranchSide &thenSide, BranchSide &elseSide,
                  bool allowWhere);
  Value mergeValues(const Value &a, const Value &b, MergePlan &plan, const std::string &name, Location where);
  Value mergeLeaves(const Value &a, const Value &b, MergePlan &plan, const std::string &name, Location where);
  Value mergeNumbers(const Value &a, const Value &b, MergePlan &plan, const std::string &name);
  bool visible(const Value &value);
  Value placeholderLike(const Value &value, graph::Graph &graph);
  bool tryWhere(const Value &condition, MergePlan &plan, BranchSide &a, BranchSide &b,
                std::vector<graph::Operand> &outputs);

  // Choices.cpp
  bool outlives(const Object *object);
  Value loadChoice(const Object *object);
  void assignChoice(const Object *object, const Value &value);
  Object *elementIn(Object *base, const Value &index, size_t first, size_t last, Location location);

  // Jumps.cpp
  llvm::SmallVector<Object *, 4> jumpFlags();
  graph::Operand jumped();
};

} // namespace onnxc::lower

#endif
