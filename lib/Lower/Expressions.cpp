//===- Expressions.cpp - Expressions, objects, casts ------------------------------===//
#include "ExprLowering.h"
#include "Module.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"

namespace onnxc::lower {

namespace {
constexpr unsigned maxDepth = 8'000;
}

/// The value of an expression, by its class. What is not listed is a constant, or refused.
class ExprLowering::ExprVisitor : public clang::ConstStmtVisitor<ExprVisitor, Value> {
public:
  explicit ExprVisitor(ExprLowering &lowering) : lowering(lowering) {}

  // What wraps another expression.
  Value VisitParenExpr(const clang::ParenExpr *expr) { return lowering.eval(expr->getSubExpr()); }
  Value VisitFullExpr(const clang::FullExpr *expr) { return lowering.eval(expr->getSubExpr()); }
  Value VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *expr) {
    return lowering.eval(expr->getSubExpr());
  }
  Value VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *expr) { return lowering.eval(expr->getSubExpr()); }
  Value VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr *expr) {
    return lowering.eval(expr->getReplacement());
  }
  Value VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *expr) { return lowering.eval(expr->getExpr()); }
  Value VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *expr) { return lowering.eval(expr->getExpr()); }
  Value VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr *expr) {
    return lowering.eval(expr->getSubExpr());
  }
  Value VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *expr) {
    return lowering.eval(expr->getSemanticForm());
  }
  Value VisitOpaqueValueExpr(const clang::OpaqueValueExpr *expr) {
    return expr->getSourceExpr() ? lowering.eval(expr->getSourceExpr()) : VisitExpr(expr);
  }
  Value VisitArrayInitLoopExpr(const clang::ArrayInitLoopExpr *expr) { return lowering.eval(expr->getCommonExpr()); }

  // Literals that are no constant of Clang's evaluator.
  Value VisitStringLiteral(const clang::StringLiteral *expr) {
    return expr->isOrdinary() || expr->isUTF8() ? Value::textOf(expr->getString().str()) : VisitExpr(expr);
  }
  Value VisitPredefinedExpr(const clang::PredefinedExpr *expr) {
    return Value::textOf(expr->getFunctionName()->getString().str());
  }
  Value VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr *) { return Value(Value::Kind::Absent); }
  Value VisitGNUNullExpr(const clang::GNUNullExpr *) { return Value(Value::Kind::Absent); }

  // Initialisation.
  Value VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr *expr) { return zero(expr->getType()); }
  Value VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr *expr) { return zero(expr->getType()); }
  Value VisitInitListExpr(const clang::InitListExpr *expr) { return lowering.evalInitList(expr); }
  Value VisitCXXParenListInitExpr(const clang::CXXParenListInitExpr *expr) {
    Value list(Value::Kind::Aggregate);
    for (const clang::Expr *init : expr->getInitExprs())
      list.elements.push_back(lowering.eval(init));
    return list;
  }
  Value VisitCXXConstructExpr(const clang::CXXConstructExpr *expr) { return lowering.evalConstruct(expr); }
  Value VisitLambdaExpr(const clang::LambdaExpr *expr) { return lowering.evalLambda(expr); }

  // Variables and members.
  Value VisitDeclRefExpr(const clang::DeclRefExpr *expr) { return lowering.evalDeclRef(expr); }
  Value VisitCXXThisExpr(const clang::CXXThisExpr *expr) { return lowering.evalThis(expr); }
  Value VisitMemberExpr(const clang::MemberExpr *expr) {
    if (auto constant = lowering.evalConstant(expr))
      return *constant;
    Object *object = lowering.refMember(expr);
    return object ? lowering.load(object, expr) : Value::poison();
  }
  Value VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *expr) {
    Object *object = lowering.ref(expr);
    return object ? lowering.load(object, expr) : Value::poison();
  }

  // Operators, casts and calls.
  Value VisitUnaryOperator(const clang::UnaryOperator *expr) { return lowering.evalUnary(expr); }
  Value VisitBinaryOperator(const clang::BinaryOperator *expr) { return lowering.evalBinary(expr); }
  Value VisitCompoundAssignOperator(const clang::CompoundAssignOperator *expr) {
    return lowering.assigned(lowering.refAssignment(expr));
  }
  Value VisitAbstractConditionalOperator(const clang::AbstractConditionalOperator *expr) {
    return lowering.evalConditional(expr);
  }
  Value VisitCastExpr(const clang::CastExpr *expr) { return lowering.evalCast(expr); }
  Value VisitCallExpr(const clang::CallExpr *expr) { return lowering.evalCall(expr); }

  // What is refused in words of its own.
  Value VisitCXXNewExpr(const clang::CXXNewExpr *expr) { return refuse(expr, DiagId::ExpressionRefused, "new"); }
  Value VisitCXXDeleteExpr(const clang::CXXDeleteExpr *expr) { return refuse(expr, DiagId::ExpressionRefused, "new"); }
  Value VisitCXXThrowExpr(const clang::CXXThrowExpr *expr) { return refuse(expr, DiagId::StatementRefused, "'throw'"); }

  Value VisitExpr(const clang::Expr *expr) {
    if (auto value = lowering.evalConstant(expr))
      return *value;
    lowering.report(expr->getBeginLoc(), DiagId::ExpressionRefused)
        << expr->getStmtClassName() << expr->getSourceRange();
    return Value::poison();
  }

private:
  Value zero(clang::QualType type) {
    return type->isArithmeticType() || type->isEnumeralType() ? lowering.knownInt(0, type)
                                                              : lowering.defaultValue(type);
  }
  Value refuse(const clang::Expr *expr, DiagId id, const char *what) {
    lowering.report(expr->getBeginLoc(), id) << what;
    return Value::poison();
  }

  ExprLowering &lowering;
};

Value ExprLowering::evalThis(const clang::CXXThisExpr *expr) {
  if (frame->capturedThis && frame->thisObject && frame->thisObject->aggregate) {
    Object *slot = frame->thisObject->children[*fieldIndex(frame->capturedThis)];
    return slot->leaf.is(Value::Kind::Reference) ? slot->leaf : Value::reference(slot);
  }
  if (frame->thisObject)
    return Value::reference(frame->thisObject);
  return fail(expr->getBeginLoc(), DiagId::RuntimeThis);
}

Value ExprLowering::eval(const clang::Expr *expr) {
  if (depth >= maxDepth) {
    report(expr->getBeginLoc(), DiagId::TooDeep);
    return Value::poison();
  }
  ++depth;
  Value value = ExprVisitor(*this).Visit(expr);
  --depth;
  if (value.is(Value::Kind::Reference) && !expr->getType()->isPointerType())
    return contentsOf(value.object);
  return value;
}

Value ExprLowering::evalDeclRef(const clang::DeclRefExpr *expr) {
  const clang::ValueDecl *decl = expr->getDecl();
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    Value value(Value::Kind::Function);
    value.function = function;
    return value;
  }
  if (llvm::isa<clang::EnumConstantDecl>(decl))
    if (auto value = evalConstant(expr))
      return *value;
  Object *object = lookup(decl, expr);
  return object ? load(object, expr) : Value::poison();
}

static bool keepsAttribute(const Value &value, clang::QualType type, clang::ASTContext &ctx) {
  clang::QualType from = value.type;
  if (from->isIntegralOrEnumerationType() && type->isIntegralOrEnumerationType())
    return type->isBooleanType() ? from->isBooleanType() : ctx.getTypeSize(type) >= ctx.getTypeSize(from);
  return from->isRealFloatingType() && type->isRealFloatingType();
}

Value ExprLowering::evalCast(const clang::CastExpr *expr) {
  const clang::Expr *sub = expr->getSubExpr();
  switch (expr->getCastKind()) {
  case clang::CK_LValueToRValue: {
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(sub->IgnoreParens()))
      return evalDeclRef(reference);
    if (auto constant =
            llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr>(sub) ? evalConstant(expr) : std::nullopt)
      return *constant;
    Object *object = ref(sub);
    return object ? load(object, sub) : Value::poison();
  }
  case clang::CK_ArrayToPointerDecay: {
    if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(sub->IgnoreParens()))
      return eval(sub->IgnoreParens());
    Object *object = ref(sub);
    return object ? Value::reference(object) : Value::poison();
  }
  case clang::CK_NoOp:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
  case clang::CK_FunctionToPointerDecay:
    return eval(sub);
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase: {
    Value value = eval(sub);
    if (value.is(Value::Kind::Reference))
      return Value::reference(baseObject(value.object, expr));
    if (!value.is(Value::Kind::Aggregate))
      return value;
    return contentsOf(baseObject(temporary(std::move(value)), expr));
  }
  case clang::CK_ToVoid:
    exec(sub);
    return Value(Value::Kind::Void);
  case clang::CK_NullToPointer:
    return Value(Value::Kind::Absent);
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_FloatingCast:
  case clang::CK_BooleanToSignedIntegral: {
    Value value = eval(sub);
    if (value.is(Value::Kind::Attribute) && keepsAttribute(value, expr->getType(), ctx)) {
      value.type = expr->getType().getUnqualifiedType();
      return value;
    }
    return convertNumber(std::move(value), expr->getType(), expr->getBeginLoc());
  }
  case clang::CK_PointerToBoolean: {
    Value value = eval(sub);
    return value.isPoison() ? value : knownBool(!value.is(Value::Kind::Absent));
  }
  default:
    break;
  }
  if (auto value = evalConstant(expr))
    return *value;
  report(expr->getBeginLoc(), DiagId::CastRefused) << expr->getCastKindName() << expr->getSourceRange();
  return Value::poison();
}

} // namespace onnxc::lower
