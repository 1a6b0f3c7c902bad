//===- TensorOperators.cpp - C++ operators on tensors -----------------------------------------===//
#include "CppOperators.h"
#include "LibraryLowering.h"

namespace onnxc::lower {

/// Operators of onnxc::Tensor.
Value LibraryLowering::evalTensorOperator(const clang::CXXOperatorCallExpr *expr) {
  clang::OverloadedOperatorKind kind = expr->getOperator();
  Location location = expr->getOperatorLoc();
  if (kind == clang::OO_Equal) {
    Value value = eval(expr->getArg(1));
    Object *object = ref(expr->getArg(0));
    if (!object)
      return Value::poison();
    assignTo(object, std::move(value), expr->getArg(0)->getType(), location);
    return Value::reference(object);
  }
  if (kind == clang::OO_Subscript) {
    Value x = eval(expr->getArg(0)), item = eval(expr->getArg(1));
    return indexTensor(x, {item}, expr);
  }
  bool step = kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus;
  if (step || clang::CXXOperatorCallExpr::isAssignmentOp(kind)) {
    Value right = step ? knownInt(1, ctx.IntTy) : eval(expr->getArg(1));
    Object *object = ref(expr->getArg(0));
    if (!object || right.isPoison())
      return Value::poison();
    Value left = load(object, expr->getArg(0));
    if (left.isPoison())
      return left;
    graph::CppOp op = kind == clang::OO_PlusPlus     ? graph::CppOp::Add
                      : kind == clang::OO_MinusMinus ? graph::CppOp::Sub
                                                     : *cppOperator(*expr);
    Value result = tensorOperator(op, {left, right}, expr);
    assignTo(object, result, expr->getArg(0)->getType(), location);
    bool postfix = step && expr->getNumArgs() == 2;
    return postfix ? left : Value::reference(object);
  }
  auto op = cppOperator(*expr);
  if (!op) {
    report(location, DiagId::ExpressionRefused) << clang::getOperatorSpelling(kind);
    return Value::poison();
  }
  std::vector<Value> operands;
  for (const clang::Expr *arg : expr->arguments())
    operands.push_back(eval(arg));
  for (const Value &operand : operands)
    if (operand.isPoison())
      return operand;
  return tensorOperator(*op, std::move(operands), expr);
}

} // namespace onnxc::lower
