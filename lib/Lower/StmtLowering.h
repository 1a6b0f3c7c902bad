//===- StmtLowering.h - Statements -------------------------------------===//
//
// One after the other, as long as no jump is taken.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_STMTLOWERING_H
#define ONNXC_LOWER_STMTLOWERING_H

#include "LoopLowering.h"

namespace onnxc::lower {

class StmtLowering : public LoopLowering {
protected:
  using LoopLowering::LoopLowering;

  // Statements.cpp
  void execSeq(const Rest *rest) override;
  void exec(const clang::Stmt *stmt) override;
  class StmtVisitor;

private:
  // Statements.cpp
  void execDecl(const clang::DeclStmt *stmt);
  void declareVariable(const clang::VarDecl *var);
  void declareBindings(const clang::DecompositionDecl *decl);
  void execReturn(const clang::ReturnStmt *stmt);
  void execBreak();
  void execContinue();
  /// Objects that are unset now and may be seen after the jump.
  void recordUnset(llvm::DenseSet<Object *> &unset, uint64_t olderThan);

  // Switch.cpp
  void execSwitch(const clang::SwitchStmt *stmt);
  void execSwitchOn(Value value, const clang::SwitchStmt *stmt);

  uint64_t steps = 0; ///< statements lowered, against endless unrolling
};

} // namespace onnxc::lower

#endif
