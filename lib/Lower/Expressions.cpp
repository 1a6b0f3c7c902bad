//===- Expressions.cpp - Expressions, objects, casts ------------------------------===//
#include "FunctionLowering.h"
#include "Module.h"
#include "clang/AST/ExprCXX.h"

namespace onnxc::lower {

namespace {
constexpr unsigned maxDepth = 8'000;
}

Value FunctionLowering::eval(const clang::Expr *expr) {
  if (depth >= maxDepth) {
    report(expr->getBeginLoc(), DiagId::TooDeep);
    return Value::poison();
  }
  ++depth;
  Value value = evalUncounted(expr);
  --depth;
  if (value.is(Value::Kind::Reference) && !expr->getType()->isPointerType())
    return store.load(value.object);
  return value;
}

Value FunctionLowering::evalUncounted(const clang::Expr *expr) {
  using clang::Stmt;
  switch (expr->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::CXXNoexceptExprClass:
    if (auto value = evalConstant(expr))
      return *value;
    break;
  case Stmt::StringLiteralClass: {
    const auto *literal = llvm::cast<clang::StringLiteral>(expr);
    if (literal->isOrdinary() || literal->isUTF8())
      return Value::textOf(literal->getString().str());
    break;
  }
  case Stmt::PredefinedExprClass:
    return Value::textOf(llvm::cast<clang::PredefinedExpr>(expr)->getFunctionName()->getString().str());
  case Stmt::ParenExprClass:
    return eval(llvm::cast<clang::ParenExpr>(expr)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return eval(llvm::cast<clang::ExprWithCleanups>(expr)->getSubExpr());
  case Stmt::ConstantExprClass:
    return eval(llvm::cast<clang::ConstantExpr>(expr)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return eval(llvm::cast<clang::MaterializeTemporaryExpr>(expr)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return eval(llvm::cast<clang::CXXBindTemporaryExpr>(expr)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return eval(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(expr)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return eval(llvm::cast<clang::CXXDefaultArgExpr>(expr)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return eval(llvm::cast<clang::CXXDefaultInitExpr>(expr)->getExpr());
  case Stmt::CXXStdInitializerListExprClass:
    return eval(llvm::cast<clang::CXXStdInitializerListExpr>(expr)->getSubExpr());
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return eval(llvm::cast<clang::CXXRewrittenBinaryOperator>(expr)->getSemanticForm());
  case Stmt::OpaqueValueExprClass:
    if (const clang::Expr *source = llvm::cast<clang::OpaqueValueExpr>(expr)->getSourceExpr())
      return eval(source);
    break;
  case Stmt::ArrayInitLoopExprClass:
    return eval(llvm::cast<clang::ArrayInitLoopExpr>(expr)->getCommonExpr());
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass: {
    clang::QualType type = expr->getType();
    if (type->isArithmeticType() || type->isEnumeralType())
      return knownInt(0, type);
    return defaultValue(type);
  }
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return Value(Value::Kind::Absent);
  case Stmt::DeclRefExprClass:
    return evalDeclRef(llvm::cast<clang::DeclRefExpr>(expr));
  case Stmt::UnaryOperatorClass:
    return evalUnary(llvm::cast<clang::UnaryOperator>(expr));
  case Stmt::BinaryOperatorClass:
    return evalBinary(llvm::cast<clang::BinaryOperator>(expr));
  case Stmt::CompoundAssignOperatorClass:
    return assigned(refAssignment(expr));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return evalConditional(llvm::cast<clang::AbstractConditionalOperator>(expr));
  case Stmt::InitListExprClass:
    return evalInitList(llvm::cast<clang::InitListExpr>(expr));
  case Stmt::CXXParenListInitExprClass: {
    Value list(Value::Kind::Aggregate);
    for (const clang::Expr *init : llvm::cast<clang::CXXParenListInitExpr>(expr)->getInitExprs())
      list.elements.push_back(eval(init));
    return list;
  }
  case Stmt::LambdaExprClass:
    return evalLambda(llvm::cast<clang::LambdaExpr>(expr));
  case Stmt::CXXThisExprClass:
    if (frame->capturedThis && frame->thisObject && frame->thisObject->aggregate) {
      Object *slot = frame->thisObject->children[*fieldIndex(frame->capturedThis)];
      return slot->leaf.is(Value::Kind::Reference) ? slot->leaf : Value::reference(slot);
    }
    if (frame->thisObject)
      return Value::reference(frame->thisObject);
    return fail(expr->getBeginLoc(), DiagId::RuntimeThis);
  case Stmt::MemberExprClass: {
    if (auto constant = evalConstant(expr))
      return *constant;
    Object *object = refMember(llvm::cast<clang::MemberExpr>(expr));
    return object ? load(object, expr) : Value::poison();
  }
  case Stmt::ArraySubscriptExprClass: {
    Object *object = ref(expr);
    return object ? load(object, expr) : Value::poison();
  }
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return evalConstruct(llvm::cast<clang::CXXConstructExpr>(expr));
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return evalCall(llvm::cast<clang::CallExpr>(expr));
  case Stmt::CXXNewExprClass:
  case Stmt::CXXDeleteExprClass:
    report(expr->getBeginLoc(), DiagId::ExpressionRefused) << "new";
    return Value::poison();
  case Stmt::CXXThrowExprClass:
    report(expr->getBeginLoc(), DiagId::StatementRefused) << "'throw'";
    return Value::poison();
  default:
    break;
  }
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
    return evalCast(cast);
  if (auto value = evalConstant(expr))
    return *value;
  report(expr->getBeginLoc(), DiagId::ExpressionRefused) << expr->getStmtClassName() << expr->getSourceRange();
  return Value::poison();
}

Value FunctionLowering::evalDeclRef(const clang::DeclRefExpr *expr) {
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

Value FunctionLowering::evalCast(const clang::CastExpr *expr) {
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
    return store.load(baseObject(temporary(std::move(value)), expr));
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
