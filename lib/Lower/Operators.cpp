//===- Operators.cpp - C++ operators on scalars, as expressions -------------------------------===//
#include "ExprLowering.h"

namespace onnxc::lower {

Value ExprLowering::evalUnary(const clang::UnaryOperator *expr) {
  Location location = expr->getOperatorLoc();
  clang::QualType type = expr->getType();
  switch (expr->getOpcode()) {
  case clang::UO_PreInc:
  case clang::UO_PreDec:
    return assigned(refAssignment(expr));
  case clang::UO_PostInc:
  case clang::UO_PostDec:
    return step(ref(expr->getSubExpr()), expr);
  case clang::UO_AddrOf:
    report(location, DiagId::PointerToTensor) << type;
    return Value::poison();
  case clang::UO_Deref: {
    Object *object = ref(expr);
    return object ? load(object, expr) : Value::poison();
  }
  default:
    break;
  }
  Value operand = eval(expr->getSubExpr());
  if (operand.is(Value::Kind::Attribute))
    operand = runtimeOf(operand, location);
  if (operand.isPoison())
    return operand;
  if (!operand.is(Value::Kind::Number))
    return fail(location, DiagId::NotANumber);
  switch (expr->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return operand;
  case clang::UO_Minus: {
    if (operand.isKnownNumber())
      return foldNumber(graph::CppOp::Neg, operand, type, location);
    if (!type->isSignedIntegerOrEnumerationType() && !type->isRealFloatingType())
      return arithmetic(clang::BO_Sub, knownInt(0, type), operand, type, location);
    auto node = builder.op("Neg", {graph::Operand(numberNode(operand))});
    return node ? Value::runtime(*node, type) : fail(node.error(), location);
  }
  case clang::UO_LNot: {
    if (operand.isKnownNumber())
      return knownBool(!operand.isTrue());
    auto node = builder.op("Not", {graph::Operand(numberNode(operand))});
    return node ? Value::runtime(*node, ctx.BoolTy) : fail(node.error(), location);
  }
  case clang::UO_Not: {
    if (operand.isKnownNumber())
      return foldNumber(graph::CppOp::BitNot, operand, type, location);
    auto node = builder.op("BitwiseNot", {graph::Operand(numberNode(operand))});
    return node ? Value::runtime(*node, type) : fail(node.error(), location);
  }
  default:
    break;
  }
  report(location, DiagId::ExpressionRefused) << clang::UnaryOperator::getOpcodeStr(expr->getOpcode()).str();
  return Value::poison();
}

Value ExprLowering::evalBinary(const clang::BinaryOperator *expr) {
  Location location = expr->getOperatorLoc();
  switch (expr->getOpcode()) {
  case clang::BO_LAnd:
  case clang::BO_LOr:
    return evalLogical(expr);
  case clang::BO_Comma:
    exec(expr->getLHS());
    return eval(expr->getRHS());
  case clang::BO_Assign:
    return assigned(refAssignment(expr));
  default:
    break;
  }
  if (numberType(expr->getLHS()->getType()) == DType::UNDEFINED) // wider than what ONNX has
    if (auto constant = evalConstant(expr))
      return *constant;
  Value left = eval(expr->getLHS());
  Value right = eval(expr->getRHS());
  return arithmetic(expr->getOpcode(), std::move(left), std::move(right), expr->getLHS()->getType(), location);
}

/// ++ and --: the value before.
Value ExprLowering::step(Object *object, const clang::UnaryOperator *expr) {
  if (!object)
    return Value::poison();
  Location location = expr->getOperatorLoc();
  Value old = load(object, expr->getSubExpr());
  if (old.is(Value::Kind::Attribute))
    old = runtimeOf(old, location);
  if (old.isPoison())
    return old;
  auto op = expr->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  assignTo(object, arithmetic(op, old, knownInt(1, old.type), old.type, location), {}, location);
  return old;
}

/// Prefix ++ and --, = and its compounds on C++ scalars: does it, and gives the object. Null after an error.
Object *ExprLowering::refAssignment(const clang::Expr *expr) {
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    Object *object = ref(unary->getSubExpr());
    return step(object, unary).isPoison() ? nullptr : object;
  }
  const auto *binary = llvm::cast<clang::BinaryOperator>(expr);
  Location location = binary->getOperatorLoc();
  Value value = eval(binary->getRHS());
  Object *object = ref(binary->getLHS());
  if (!object)
    return nullptr;
  if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary)) {
    clang::QualType type = compound->getComputationLHSType();
    Value left = convertNumber(load(object, compound->getLHS()), type, location);
    auto op = clang::BinaryOperator::getOpForCompoundAssignment(compound->getOpcode());
    value = convertNumber(arithmetic(op, left, value, type, location), compound->getLHS()->getType(), location);
  }
  if (value.isPoison())
    return nullptr;
  assignTo(object, std::move(value), {}, location);
  return object;
}

} // namespace onnxc::lower
