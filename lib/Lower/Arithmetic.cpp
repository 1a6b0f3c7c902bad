//===- Arithmetic.cpp - Operators of C++ on its scalars --------------------------------------===//
#include "FunctionLowering.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

namespace onnxc::lower {

using clang::APValue;

Value FunctionLowering::arithmetic(clang::BinaryOperatorKind op, Value left, Value right, clang::QualType type,
                                   Location location) {
  if (left.is(Value::Kind::Attribute))
    left = runtimeOf(left, location);
  if (right.is(Value::Kind::Attribute))
    right = runtimeOf(right, location);
  if (left.isPoison() || right.isPoison())
    return Value::poison();
  if (!left.is(Value::Kind::Number) || !right.is(Value::Kind::Number))
    return fail(location, DiagId::NotANumber);
  if (left.isKnownNumber() && right.isKnownNumber())
    return foldNumbers(op, left, right, type, location);
  return runtimeNumbers(op, left, right, type, location);
}

static bool compareResult(clang::BinaryOperatorKind op, bool less, bool equal) {
  switch (op) {
  case clang::BO_LT:
    return less;
  case clang::BO_LE:
    return less || equal;
  case clang::BO_GT:
    return !less && !equal;
  case clang::BO_GE:
    return !less;
  case clang::BO_EQ:
    return equal;
  default:
    return !equal;
  }
}

Value FunctionLowering::foldNumbers(clang::BinaryOperatorKind op, const Value &left, const Value &right,
                                    clang::QualType type, Location location) {
  bool comparison = clang::BinaryOperator::isComparisonOp(op);
  if (left.constant.isFloat()) {
    llvm::APFloat a = left.constant.getFloat(), b = right.constant.getFloat();
    if (comparison) {
      auto order = a.compare(b);
      if (order == llvm::APFloat::cmpUnordered)
        return knownBool(op == clang::BO_NE);
      return knownBool(compareResult(op, order == llvm::APFloat::cmpLessThan, order == llvm::APFloat::cmpEqual));
    }
    auto mode = llvm::APFloat::rmNearestTiesToEven;
    switch (op) {
    case clang::BO_Add:
      a.add(b, mode);
      break;
    case clang::BO_Sub:
      a.subtract(b, mode);
      break;
    case clang::BO_Mul:
      a.multiply(b, mode);
      break;
    case clang::BO_Div:
      a.divide(b, mode);
      break;
    default:
      return fail(location, DiagId::NotANumber);
    }
    Value value = Value::known(APValue(a), left.type);
    value.declaredDouble = left.declaredDouble || right.declaredDouble;
    return value;
  }
  llvm::APSInt a = left.constant.getInt(), b = right.constant.getInt();
  if (op == clang::BO_Shl || op == clang::BO_Shr) {
    if (b.isNegative() || b.uge(a.getBitWidth()))
      return fail(location, DiagId::ShiftRange);
    unsigned amount = static_cast<unsigned>(b.getZExtValue());
    return Value::known(APValue(op == clang::BO_Shl ? a << amount : a >> amount), type);
  }
  if (a.getBitWidth() != b.getBitWidth() || a.isSigned() != b.isSigned()) {
    b = b.extOrTrunc(a.getBitWidth());
    b.setIsSigned(a.isSigned());
  }
  if (comparison)
    return knownBool(compareResult(op, a < b, a == b));
  if ((op == clang::BO_Div || op == clang::BO_Rem) && b == 0)
    return fail(location, DiagId::DivisionByZero);
  switch (op) {
  case clang::BO_Add:
    a = a + b;
    break;
  case clang::BO_Sub:
    a = a - b;
    break;
  case clang::BO_Mul:
    a = a * b;
    break;
  case clang::BO_Div:
    a = a / b;
    break;
  case clang::BO_Rem:
    a = a % b;
    break;
  case clang::BO_And:
    a = a & b;
    break;
  case clang::BO_Or:
    a = a | b;
    break;
  case clang::BO_Xor:
    a = a ^ b;
    break;
  default:
    return fail(location, DiagId::NotANumber);
  }
  return Value::known(APValue(a), left.type);
}

Value FunctionLowering::runtimeNumbers(clang::BinaryOperatorKind op, const Value &left, const Value &right,
                                       clang::QualType type, Location location) {
  graph::CppOp node;
  bool boolean = left.type->isBooleanType();
  switch (op) {
  case clang::BO_Add:
    node = graph::CppOp::Add;
    break;
  case clang::BO_Sub:
    node = graph::CppOp::Sub;
    break;
  case clang::BO_Mul:
    node = graph::CppOp::Mul;
    break;
  case clang::BO_Div:
    node = graph::CppOp::Div;
    break;
  case clang::BO_Rem:
    node = graph::CppOp::Rem;
    break;
  case clang::BO_LT:
    node = graph::CppOp::Lt;
    break;
  case clang::BO_LE:
    node = graph::CppOp::Le;
    break;
  case clang::BO_GT:
    node = graph::CppOp::Gt;
    break;
  case clang::BO_GE:
    node = graph::CppOp::Ge;
    break;
  case clang::BO_EQ:
    node = graph::CppOp::Eq;
    break;
  case clang::BO_NE:
    node = graph::CppOp::Ne;
    break;
  case clang::BO_And:
    node = boolean ? graph::CppOp::And : graph::CppOp::BitAnd;
    break;
  case clang::BO_Or:
    node = boolean ? graph::CppOp::Or : graph::CppOp::BitOr;
    break;
  case clang::BO_Xor:
    node = graph::CppOp::BitXor;
    break;
  case clang::BO_Shl:
    node = graph::CppOp::Shl;
    break;
  case clang::BO_Shr:
    node = graph::CppOp::Shr;
    break;
  default:
    return fail(location, DiagId::NotANumber);
  }
  // The smallest rewrites that keep C++ meaning where ONNX lacks an operator on signed numbers.
  if (op == clang::BO_Shl && left.type->isSignedIntegerOrEnumerationType() && right.isKnownNumber())
    return arithmetic(clang::BO_Mul, left,
                      knownInt(int64_t(1) << (right.constant.getInt().getExtValue() & 63), left.type), type, location);
  bool isShift = op == clang::BO_Shl || op == clang::BO_Shr; // of a type of its own on each side
  builder.location = location.getRawEncoding();
  graph::Value *a = numberNode(left), *b = numberNode(isShift ? convertNumber(right, left.type, location) : right);
  if (!a || !b)
    return Value::poison();
  auto result = builder.cpp(node, {graph::Operand(a, isShift), graph::Operand(b, isShift)});
  if (!result)
    return fail(result.error(), location);
  clang::QualType resultType = clang::BinaryOperator::isComparisonOp(op) ? ctx.BoolTy : left.type;
  if (result->literal)
    return fail(location, DiagId::NotANumber);
  if (isShift && dtypeOf(left.type) != builder.typeOf(*result).elem.dtype)
    return convertNumber(Value::runtime(result->value, ctx.getIntTypeForBitwidth(64, 1)), left.type, location);
  return Value::runtime(result->value, resultType);
}

} // namespace onnxc::lower
