//===- Statements.cpp - Statements ------------------------------------------------------------===//
#include "Module.h"
#include "StmtLowering.h"
#include "clang/AST/StmtVisitor.h"

namespace onnxc::lower {

namespace {
constexpr uint64_t maxSteps = 2'000'000;
}

void StmtLowering::execSeq(const Rest *rest) {
  while (rest) {
    Flow now = flow();
    if (now == Flow::Dead)
      return;
    if (now == Flow::Maybe) {
      execUnlessJumped([&] { execSeq(rest); });
      return;
    }
    const clang::Stmt *stmt = rest->stmt;
    rest = rest->next;
    if (!stmt)
      continue;
    if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
      for (const clang::Stmt *child : llvm::reverse(compound->body()))
        rest = push(child, rest);
      continue;
    }
    if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt)) {
      rest = push(attributed->getSubStmt(), rest);
      continue;
    }
    const auto *conditional = llvm::dyn_cast<clang::IfStmt>(stmt);
    if (!conditional) {
      exec(stmt);
      continue;
    }
    if (conditional->getInit())
      exec(conditional->getInit());
    if (conditional->getConditionVariableDeclStmt())
      execDecl(conditional->getConditionVariableDeclStmt());
    builder.location = conditional->getIfLoc().getRawEncoding();
    Value condition = evalCondition(conditional->getCond());
    if (condition.isPoison()) { // go on for further errors, but believe nothing of it
      size_t mark = diags.mark();
      exec(conditional->getThen());
      diags.takeBack(mark);
      continue;
    }
    if (condition.isKnownNumber()) {
      rest = push(condition.isTrue() ? conditional->getThen() : conditional->getElse(), rest);
      continue;
    }
    auto side = [&](const clang::Stmt *body) { execSeq(push(body, nullptr)); };
    if (branch(
            condition, conditional->getIfLoc(), [&] { side(conditional->getThen()); },
            [&] { side(conditional->getElse()); }, rest))
      return;
  }
}

/// Lowers a statement, by its class. What is not listed is refused.
class StmtLowering::StmtVisitor : public clang::ConstStmtVisitor<StmtVisitor> {
public:
  explicit StmtVisitor(StmtLowering &lowering) : lowering(lowering) {}

  void VisitNullStmt(const clang::NullStmt *) {}
  void VisitCompoundStmt(const clang::CompoundStmt *stmt) { sequence(stmt); }
  void VisitAttributedStmt(const clang::AttributedStmt *stmt) { sequence(stmt); }
  void VisitIfStmt(const clang::IfStmt *stmt) { sequence(stmt); }
  void VisitDeclStmt(const clang::DeclStmt *stmt) { lowering.execDecl(stmt); }
  void VisitReturnStmt(const clang::ReturnStmt *stmt) { lowering.execReturn(stmt); }
  void VisitForStmt(const clang::ForStmt *stmt) { lowering.execFor(stmt); }
  void VisitWhileStmt(const clang::WhileStmt *stmt) { lowering.execWhile(stmt); }
  void VisitDoStmt(const clang::DoStmt *stmt) { lowering.execDo(stmt); }
  void VisitCXXForRangeStmt(const clang::CXXForRangeStmt *stmt) { lowering.execRangeFor(stmt); }
  void VisitSwitchStmt(const clang::SwitchStmt *stmt) { lowering.execSwitch(stmt); }
  void VisitBreakStmt(const clang::BreakStmt *) { lowering.execBreak(); }
  void VisitContinueStmt(const clang::ContinueStmt *) { lowering.execContinue(); }
  /// The jump to it is reported; a label alone does no harm.
  void VisitLabelStmt(const clang::LabelStmt *stmt) { sequence(stmt->getSubStmt()); }

  void VisitExpr(const clang::Expr *expr) {
    if (expr->isGLValue() && !expr->getType()->isVoidType())
      lowering.ref(expr);
    else
      lowering.eval(expr);
  }

  void VisitGotoStmt(const clang::GotoStmt *stmt) { refuse(stmt, "'goto'"); }
  void VisitIndirectGotoStmt(const clang::IndirectGotoStmt *stmt) { refuse(stmt, "'goto'"); }
  void VisitAsmStmt(const clang::AsmStmt *stmt) { refuse(stmt, "'asm'"); }
  void VisitCXXTryStmt(const clang::CXXTryStmt *stmt) { refuse(stmt, "'try'"); }
  void VisitCoroutineBodyStmt(const clang::CoroutineBodyStmt *stmt) { refuse(stmt, "a coroutine"); }
  void VisitCoreturnStmt(const clang::CoreturnStmt *stmt) { refuse(stmt, "a coroutine"); }
  void VisitStmt(const clang::Stmt *stmt) { refuse(stmt, "this statement"); }

private:
  void sequence(const clang::Stmt *stmt) { lowering.execSeq(lowering.push(stmt, nullptr)); }
  void refuse(const clang::Stmt *stmt, const char *what) {
    lowering.report(stmt->getBeginLoc(), DiagId::StatementRefused) << what;
  }

  StmtLowering &lowering;
};

void StmtLowering::exec(const clang::Stmt *stmt) {
  if (++steps > maxSteps) {
    if (steps == maxSteps + 1)
      report(stmt->getBeginLoc(), DiagId::TooManySteps);
    return;
  }
  builder.location = stmt->getBeginLoc().getRawEncoding();
  StmtVisitor(*this).Visit(stmt);
}

void StmtLowering::execDecl(const clang::DeclStmt *stmt) {
  for (const clang::Decl *decl : stmt->decls()) {
    if (const auto *bindings = llvm::dyn_cast<clang::DecompositionDecl>(decl))
      declareBindings(bindings);
    else if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
      declareVariable(var);
  }
}

void StmtLowering::declareVariable(const clang::VarDecl *var) {
  Location location = var->getLocation();
  if (var->isStaticLocal() || var->getTLSKind() != clang::VarDecl::TLS_None) {
    if (var->isConstexpr() || (var->getType().isConstQualified() && var->hasInit() && globalConstant(var)))
      return;
    report(location, DiagId::StaticVariable)
        << var << (var->getTLSKind() != clang::VarDecl::TLS_None ? "thread_local" : "static");
    frame->locals[var] = store.create(var->getType(), var->getNameAsString(), Value::poison(), location);
    return;
  }
  if (var->isLocalExternDecl())
    return;
  clang::QualType type = var->getType();
  if (type->isPointerType() && unit.types().holdsTensors(type)) {
    report(location, DiagId::PointerToTensor) << type;
    frame->locals[var] = store.create(type, var->getNameAsString(), Value::poison(), location);
    return;
  }
  if (type->isReferenceType()) {
    if (Object *target = var->getInit() ? ref(var->getInit()) : nullptr)
      frame->locals[var] = target;
    else
      frame->locals[var] = store.create(type.getNonReferenceType(), var->getNameAsString(), Value::poison(), location);
    return;
  }
  Value value = var->getInit() ? eval(var->getInit()) : defaultValue(type);
  value.where = location;
  Object *object = store.create(type, var->getNameAsString(), std::move(value), location);
  object->declaredDouble = type->isSpecificBuiltinType(clang::BuiltinType::Double) && var->getTypeSourceInfo() &&
                           !var->getTypeSourceInfo()->getType()->getContainedAutoType();
  if (!object->aggregate && object->leaf.operand.value && object->leaf.operand.value->hint.empty())
    object->leaf.operand.value->hint = object->name;
  frame->locals[var] = object;
}

void StmtLowering::declareBindings(const clang::DecompositionDecl *decl) {
  Object *object = nullptr;
  if (decl->getType()->isReferenceType())
    object = decl->getInit() ? ref(decl->getInit()) : nullptr;
  else
    object = store.create(decl->getType(), "", decl->getInit() ? eval(decl->getInit()) : Value(), decl->getLocation());
  auto poison = [&](const clang::BindingDecl *binding) {
    frame->locals[binding] =
        store.create(binding->getType(), binding->getNameAsString(), Value::poison(), binding->getLocation());
  };
  size_t bases = 0; // come before the fields
  if (object && object->aggregate && object->children.size() > decl->bindings().size())
    bases = object->children.size() - decl->bindings().size();
  const auto *record = decl->getType().getNonReferenceType()->getAsCXXRecordDecl();
  bool fits = object && object->aggregate && (bases == 0 || (record && record->getNumBases() == bases)) &&
              object->children.size() == decl->bindings().size() + bases;
  if (object && !fits && !object->leaf.isPoison())
    internal(decl->getLocation(), "the value does not have " + std::to_string(decl->bindings().size()) + " parts");
  for (size_t i = 0; i != decl->bindings().size(); ++i) {
    const clang::BindingDecl *binding = decl->bindings()[i];
    if (!fits) {
      poison(binding);
      continue;
    }
    Object *part = object->children[i + bases];
    if (part->leaf.is(Value::Kind::Reference))
      part = part->leaf.object;
    else if (!decl->getType()->isReferenceType())
      part->name = binding->getNameAsString();
    if (!part->aggregate && part->leaf.operand.value && part->leaf.operand.value->hint.empty())
      part->leaf.operand.value->hint = part->name;
    frame->locals[binding] = part;
    if (const clang::VarDecl *holding = binding->getHoldingVar())
      frame->locals[holding] = part;
  }
}

void StmtLowering::execReturn(const clang::ReturnStmt *stmt) {
  if (const clang::Expr *expr = stmt->getRetValue()) {
    clang::QualType type = frame->decl->getReturnType();
    Value value;
    if (type->isReferenceType()) {
      Object *object = ref(expr);
      value = object ? Value::reference(object) : Value::poison();
    } else if (type->isVoidType()) {
      eval(expr);
      value = Value(Value::Kind::Void);
    } else {
      value = eval(expr);
      if (!value.isPoison())
        value = convertTo(std::move(value), type, expr->getBeginLoc());
    }
    value.where = expr->getBeginLoc();
    for (Value &element : value.elements)
      if (element.where.isInvalid())
        element.where = value.where;
    write(frame->result, std::move(value));
  } else {
    write(frame->result, Value(Value::Kind::Void));
  }
  setJump(frame->returned);
}

void StmtLowering::recordUnset(llvm::DenseSet<Object *> &unset, uint64_t olderThan) {
  for (auto &[decl, object] : frame->locals) {
    llvm::SmallVector<Object *, 8> work{object};
    while (!work.empty()) {
      Object *current = work.pop_back_val();
      if (current->lifetime >= olderThan)
        continue;
      if (!current->aggregate && (current->leaf.is(Value::Kind::Unset) || current->leaf.maybeUnset))
        unset.insert(current);
      work.append(current->children.begin(), current->children.end());
    }
  }
}

void StmtLowering::execBreak() {
  JumpTarget *target = frame->target;
  recordUnset(target->unsetAtBreak, target->bodyBirth);
  setJump(target->broken);
}

void StmtLowering::execContinue() {
  JumpTarget *target = frame->target;
  while (target->isSwitch)
    target = target->outer;
  recordUnset(target->unsetAtContinue, target->bodyBirth);
  setJump(target->continued);
}

} // namespace onnxc::lower
