//===- Arithmetic.cpp - Operators of C++ on its scalars --------------------------------------===//
#include "CppOperators.h"
#include "Graph/Building/Fold.h"
#include "NumberLowering.h"

namespace onnxc::lower {

Value NumberLowering::arithmetic(clang::BinaryOperatorKind op, Value left, Value right, clang::QualType type,
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

/// On bools, & and | are the logical operators.
static graph::CppOp ofBools(graph::CppOp op) {
  return op == graph::CppOp::BitAnd ? graph::CppOp::And : op == graph::CppOp::BitOr ? graph::CppOp::Or : op;
}

/// `left op right`, folded by the rule of graph::fold.
Value NumberLowering::foldNumbers(clang::BinaryOperatorKind op, const Value &left, const Value &right,
                                  clang::QualType type, Location location) {
  auto folded = cppOperator(op);
  bool isShift = op == clang::BO_Shl || op == clang::BO_Shr;
  DType dtype = numberType(isShift ? type : left.type);
  if (!folded || dtype == DType::UNDEFINED)
    return fail(location, DiagId::NotANumber);
  auto number = graph::fold(*folded, numberOf(left), numberOf(right), dtype);
  if (!number)
    return fail(number.error(), location);
  Value value = std::holds_alternative<bool>(*number) ? knownBool(std::get<bool>(*number))
                                                      : knownNumber(*number, isShift ? type : left.type);
  value.declaredDouble = value.constant.isFloat() && (left.declaredDouble || right.declaredDouble);
  return value;
}

Value NumberLowering::foldNumber(graph::CppOp op, const Value &operand, clang::QualType type, Location location) {
  DType dtype = numberType(type);
  if (dtype == DType::UNDEFINED)
    return fail(location, DiagId::NotANumber);
  auto number = graph::fold(op, numberOf(operand), dtype);
  return number ? knownNumber(*number, type) : fail(number.error(), location);
}

Value NumberLowering::runtimeNumbers(clang::BinaryOperatorKind op, const Value &left, const Value &right,
                                     clang::QualType type, Location location) {
  auto node = cppOperator(op);
  if (!node)
    return fail(location, DiagId::NotANumber);
  if (left.type->isBooleanType())
    node = ofBools(*node);
  bool isShift = op == clang::BO_Shl || op == clang::BO_Shr; // of a type of its own on each side
  if (isShift && right.isKnownNumber()) {                    // an amount out of range is a mistake whatever is shifted
    auto one = graph::fold(*node, graph::Number(int64_t(1)), numberOf(right), numberType(left.type));
    if (!one)
      return fail(one.error(), location);
  }
  // The smallest rewrites that keep C++ meaning where ONNX lacks an operator on signed numbers.
  if (op == clang::BO_Shl && left.type->isSignedIntegerOrEnumerationType() && right.isKnownNumber())
    return arithmetic(clang::BO_Mul, left,
                      knownInt(int64_t(1) << (right.constant.getInt().getExtValue() & 63), left.type), type, location);
  builder.location = location.getRawEncoding();
  graph::Value *a = numberNode(left), *b = numberNode(isShift ? convertNumber(right, left.type, location) : right);
  if (!a || !b)
    return Value::poison();
  auto result = builder.cpp(*node, {graph::Operand(a, isShift), graph::Operand(b, isShift)});
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
