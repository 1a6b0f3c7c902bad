#include "Stub/TracedChecks.h"

#include "Frontend/Signature.h"
#include "Stub/KeyTypes.h"
#include "Stub/Stub.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using onnxc::frontend::Annotation;
using onnxc::frontend::DiagId;
using onnxc::frontend::TypeClass;

namespace onnxc::stub {

namespace {

/// What an assignment, increment or decrement changes; null for other statements.
const Expr *writtenTarget(const Stmt *stmt) {
  if (const auto *binary = dyn_cast<BinaryOperator>(stmt))
    return binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  if (const auto *unary = dyn_cast<UnaryOperator>(stmt))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(stmt))
    if (call->isAssignmentOp() || call->getOperator() == OO_PlusPlus || call->getOperator() == OO_MinusMinus)
      return call->getArg(0);
  return nullptr;
}

/// The object that `target` is a part of.
const Expr *base(const Expr *target) {
  for (;;) {
    target = target->IgnoreParenImpCasts();
    if (const auto *member = dyn_cast<MemberExpr>(target); member && !member->isArrow())
      target = member->getBase();
    else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(target))
      target = subscript->getBase();
    else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(target); call && call->getOperator() == OO_Subscript)
      target = call->getArg(0);
    else
      return target;
  }
}

bool isConversion(const Stmt *stmt, frontend::TypeTable &types) {
  const auto *call = dyn_cast<CXXMemberCallExpr>(stmt);
  const auto *conversion = call ? dyn_cast_or_null<CXXConversionDecl>(call->getMethodDecl()) : nullptr;
  return conversion && conversion->getConversionType()->isBooleanType() &&
         types.classify(call->getObjectType()) == TypeClass::Tensor;
}

} // namespace

void TracedChecks::check(const FunctionDecl *traced) {
  function = traced;
  visit(traced->getBody(), Condition);
}

bool TracedChecks::isTensor(const Expr *expr) {
  QualType type = expr->getType();
  return !type->isDependentType() && unit.types().classify(type.getNonReferenceType()) == TypeClass::Tensor;
}

void TracedChecks::warn(const Expr *expr, Use use) {
  if (reported.insert({expr->getExprLoc(), use}).second)
    unit.diagnoser().report(expr->getExprLoc(), DiagId::TracedCondition)
        << unsigned(use) << function << expr->getSourceRange();
}

void TracedChecks::visit(const Stmt *stmt, Use use) {
  if (!stmt)
    return;
  if (const auto *lambda = dyn_cast<LambdaExpr>(stmt)) {
    const Annotation *annotation = unit.annotations().find(lambda->getCallOperator());
    if (!annotation || annotation->kind == Annotation::Op)
      visit(lambda->getBody(), Condition);
    return;
  }
  if (isConversion(stmt, unit.types()))
    warn(cast<CXXMemberCallExpr>(stmt)->getImplicitObjectArgument(), use);
  checkWrite(stmt);

  const Stmt *condition = nullptr, *range = nullptr;
  if (const auto *loop = dyn_cast<WhileStmt>(stmt)) {
    condition = loop->getCond();
  } else if (const auto *loop = dyn_cast<DoStmt>(stmt)) {
    condition = loop->getCond();
  } else if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
    condition = loop->getCond();
  } else if (const auto *loop = dyn_cast<CXXForRangeStmt>(stmt)) {
    range = loop->getRangeInit();
    visit(range, Bound);
    return visit(loop->getBody(), Condition);
  } else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(stmt)) {
    visit(subscript->getBase(), use);
    return visit(subscript->getIdx(), Index);
  } else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(stmt);
             call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2 && !isTensor(call->getArg(0))) {
    visit(call->getArg(0), use);
    return visit(call->getArg(1), Index);
  } else if (const auto *call = dyn_cast<CallExpr>(stmt); call && use == Bound && call->getDirectCallee()) {
    if (call->getDirectCallee()->getQualifiedNameAsString() == "onnxc::range")
      for (const Expr *argument : call->arguments())
        if (const Expr *written = argument->IgnoreImplicit(); isTensor(written) && !isa<CXXConstructExpr>(written))
          warn(written, Bound);
  }
  for (const Stmt *child : stmt->children())
    visit(child, child && child == condition ? Loop : isa<Expr>(stmt) ? use : Condition);
}

/// Whether `target` lives longer than the call of the traced function; `what` names it.
bool TracedChecks::outlives(const Expr *target, std::string &what) {
  target = target->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<MemberExpr>(target); member && isa<CXXThisExpr>(base(member->getBase()))) {
    // The `this` of a lambda inside the body is the function's.
    what = "member '" + member->getMemberDecl()->getNameAsString() + "'";
    return true;
  }
  const Expr *object = base(target);
  if (const auto *member = dyn_cast<MemberExpr>(object))
    return outlives(member, what);
  const auto *reference = dyn_cast<DeclRefExpr>(object);
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable)
    return false;
  what = "'" + variable->getNameAsString() + "'";
  if (variable->hasGlobalStorage())
    return true;
  const auto *owner = cast<DeclContext>(function);
  return !owner->Encloses(variable->getDeclContext());
}

void TracedChecks::checkWrite(const Stmt *stmt) {
  const Expr *target = writtenTarget(stmt);
  std::string what;
  if (!target || target->isTypeDependent() || !outlives(target, what))
    return;
  if (reported.insert({target->getExprLoc(), 100}).second)
    unit.diagnoser().report(target->getExprLoc(), DiagId::TracedWrite) << function << what << target->getSourceRange();
}

void checkTraced(frontend::ParsedUnit &unit) {
  TracedChecks checks(unit);
  KeyTypes keyTypes(unit);
  for (const frontend::AnnotatedFunction &each : unit.functions().functions)
    if (each.annotation->kind == Annotation::Trace && each.decl->getBody()) {
      frontend::signatureOf(each.decl, Annotation::Trace, {unit.sema(), unit.types(), &unit.diagnoser()});
      keyTypes.check(each.decl);
      checks.check(each.decl);
    }
}

} // namespace onnxc::stub
