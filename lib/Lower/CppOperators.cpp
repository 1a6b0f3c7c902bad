//===- CppOperators.cpp - Clang's operators as those of the graph ---------------===//
#include "CppOperators.h"

namespace onnxc::lower {

using graph::CppOp;

std::optional<CppOp> cppOperator(clang::BinaryOperatorKind op) {
  if (clang::BinaryOperator::isCompoundAssignmentOp(op))
    op = clang::BinaryOperator::getOpForCompoundAssignment(op);
  switch (op) {
  case clang::BO_Add:
    return CppOp::Add;
  case clang::BO_Sub:
    return CppOp::Sub;
  case clang::BO_Mul:
    return CppOp::Mul;
  case clang::BO_Div:
    return CppOp::Div;
  case clang::BO_Rem:
    return CppOp::Rem;
  case clang::BO_LT:
    return CppOp::Lt;
  case clang::BO_LE:
    return CppOp::Le;
  case clang::BO_GT:
    return CppOp::Gt;
  case clang::BO_GE:
    return CppOp::Ge;
  case clang::BO_EQ:
    return CppOp::Eq;
  case clang::BO_NE:
    return CppOp::Ne;
  case clang::BO_And:
    return CppOp::BitAnd;
  case clang::BO_Or:
    return CppOp::BitOr;
  case clang::BO_Xor:
    return CppOp::BitXor;
  case clang::BO_LAnd:
    return CppOp::And;
  case clang::BO_LOr:
    return CppOp::Or;
  case clang::BO_Shl:
    return CppOp::Shl;
  case clang::BO_Shr:
    return CppOp::Shr;
  default:
    return std::nullopt;
  }
}

static std::optional<CppOp> unaryOperator(clang::OverloadedOperatorKind kind) {
  switch (kind) {
  case clang::OO_Plus:
    return CppOp::Plus;
  case clang::OO_Minus:
    return CppOp::Neg;
  case clang::OO_Exclaim:
    return CppOp::Not;
  case clang::OO_Tilde:
    return CppOp::BitNot;
  default:
    return std::nullopt;
  }
}

std::optional<CppOp> cppOperator(const clang::CXXOperatorCallExpr &call) {
  clang::OverloadedOperatorKind kind = call.getOperator();
  if (call.getNumArgs() == 1)
    return unaryOperator(kind);
  bool isStep = kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus; // a postfix one has a second argument
  if (!call.isInfixBinaryOp() || isStep)
    return std::nullopt;
  return cppOperator(clang::BinaryOperator::getOverloadedOpcode(kind));
}

} // namespace onnxc::lower
