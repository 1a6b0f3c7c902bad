//===- LoopLowering.h - Loops ------------------------------------------===//
//
// A body is lowered until what it must carry is known.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_LOOPLOWERING_H
#define ONNXC_LOWER_LOOPLOWERING_H

#include "CallLowering.h"
#include "Graph/Building/LoopPasses.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"

namespace onnxc::lower {

struct LoopForm;
struct ObjectName;
struct LoopPass;
struct LoopNode;

class LoopLowering : public CallLowering {
protected:
  using CallLowering::CallLowering;

  // Loops.cpp
  void loop(LoopForm &form);

  // LoopStatements.cpp
  void execFor(const clang::ForStmt *stmt);
  void execWhile(const clang::WhileStmt *stmt);
  void execDo(const clang::DoStmt *stmt);
  void execRangeFor(const clang::CXXForRangeStmt *stmt);

  // Trips.cpp
  std::optional<graph::Operand> tripCount(const Value &start, const Value &bound, int64_t step, bool inclusive,
                                          Location location);

private:
  // Loops.cpp
  void makeLoop(LoopForm &form, const Value &condition, bool guaranteed);
  bool withoutLoop(LoopForm &form, const LoopPass &first, const Value &condition, bool guaranteed, size_t mark);
  bool loopOnce(LoopForm &form, Value condition, bool guaranteed);
  void unrollFrom(LoopForm &form, unsigned trip);
  LoopPass runPass(LoopForm &form, const llvm::MapVector<Object *, Value> &carried);
  Value tripIndex(LoopForm &form, graph::Value *iteration);

  // LoopStatements.cpp
  std::optional<graph::Operand> rangeCount(const graph::Operand &start, const graph::Operand &stop,
                                           const graph::Operand &step, Location location);
  void forOverRange(const clang::CXXForRangeStmt *stmt, const Value &range);
  void forOverElements(const clang::CXXForRangeStmt *stmt, Object *container);
  void forOverList(const clang::CXXForRangeStmt *stmt, Object *list);

  // LoopStates.cpp
  bool widen(LoopPass &pass, llvm::MapVector<Object *, Value> &carried, LoopForm &form);
  bool widenState(Object *object, const Value &init, const Value &final, Value &formal, bool isNew);
  void emitLoop(LoopForm &form, LoopPass &pass, llvm::MapVector<Object *, Value> &carried, const Value &condition,
                bool guaranteed);
  graph::Value *stateNode(Value value, const Value &formal, Location location);
  void addState(LoopNode &node, LoopPass &pass, Object *object, Location location);
  bool definedBehind(const LoopNode &node, const LoopPass &pass, Object *object, const Value &final);
  Value exportValue(LoopNode &node, LoopPass &pass, Object *object, Value final, Location location);
  void addExport(LoopNode &node, LoopPass &pass, Object *object, const Store::Contents &contents, Location location);

  // NestedLoops.cpp
  graph::Value *patternOf(const std::string &name, const graph::Type &type);
  bool resumeState(Object *object, Value &formal);
  llvm::DenseMap<Object *, ObjectName> namesBefore(const graph::LoopPasses &passes);
  /// What an earlier pass over an outer loop has found that this one carries.
  llvm::MapVector<Object *, Value> resumeLoop(graph::LoopPasses &passes);
  void rememberLoop(graph::LoopPasses &passes, const llvm::DenseMap<Object *, ObjectName> &names,
                    const llvm::MapVector<Object *, Value> &carried);

  // Trips.cpp
  bool analyseTrip(const clang::ForStmt *stmt, LoopForm &form);
  std::optional<int64_t> constantStep(const clang::Expr *expr);
  std::optional<int64_t> stepInSum(const clang::Expr *expr, const clang::ValueDecl *index);
  std::optional<int64_t> stepOfTensor(const clang::CXXOperatorCallExpr *call, const clang::ValueDecl *index);
  std::optional<int64_t> stepOf(const clang::Expr *increment, const clang::ValueDecl *index);

  std::vector<std::unique_ptr<graph::Graph>> patterns; ///< values that only say what type a loop state has
};

} // namespace onnxc::lower

#endif
