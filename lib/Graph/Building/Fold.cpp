//===- Fold.cpp - C++ operators on literals -------------------------------------===//
#include "Graph/Building/Fold.h"

#include <cmath>

namespace onnxc::graph {

namespace {

template <class T> T numberAs(const Number &number) {
  return std::visit(
      [](const auto &value) -> T {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>)
          return T();
        else
          return static_cast<T>(value);
      },
      number);
}

template <class T> std::optional<bool> compare(CppOp op, const T &a, const T &b) {
  switch (op) {
  case CppOp::Lt:
    return a < b;
  case CppOp::Le:
    return a <= b;
  case CppOp::Gt:
    return a > b;
  case CppOp::Ge:
    return a >= b;
  case CppOp::Eq:
    return a == b;
  case CppOp::Ne:
    return a != b;
  default:
    return std::nullopt;
  }
}

Result<Number> foldDoubles(CppOp op, double a, double b) {
  switch (op) {
  case CppOp::Add:
    return Number(a + b);
  case CppOp::Sub:
    return Number(a - b);
  case CppOp::Mul:
    return Number(a * b);
  case CppOp::Div:
    return Number(a / b);
  case CppOp::Rem:
    return Number(std::fmod(a, b));
  default:
    return Error{ErrorId::TypeMismatch, "C++ has no bit operators on floating-point numbers", -1, {}};
  }
}

Error overflow(const Number &a, const Number &b, CppOp op, DType dtype) {
  return {ErrorId::LiteralRange,
          toString(Literal(a)) + (op == CppOp::Div ? " / " : " % ") + toString(Literal(b)) + " does not fit " +
              toString(dtype),
          -1,
          {}};
}

Result<Number> divide(CppOp op, const Number &a, const Number &b, DType dtype) {
  auto left = numberAs<uint64_t>(a), right = numberAs<uint64_t>(b);
  if (right == 0)
    return Error{ErrorId::DivisionByZero, "division by zero", -1, {}};
  if (!isSigned(dtype))
    return *convert(Number(op == CppOp::Div ? left / right : left % right), dtype);
  auto x = static_cast<int64_t>(left), y = static_cast<int64_t>(right);
  if (y == -1 && x == INT64_MIN >> (64 - widthOf(dtype)))
    return overflow(a, b, op, dtype);
  return Number(op == CppOp::Div ? x / y : x % y);
}

Result<Number> shift(CppOp op, const Number &a, const Number &amount, DType dtype) {
  auto by = numberAs<uint64_t>(amount);
  if (by >= static_cast<uint64_t>(widthOf(dtype)))
    return Error{ErrorId::ShiftRange, "the shift amount is negative or not less than the width of the type", -1, {}};
  auto bits = numberAs<uint64_t>(a);
  if (op == CppOp::Shl)
    bits <<= by;
  else
    bits = isSigned(dtype) ? static_cast<uint64_t>(static_cast<int64_t>(bits) >> by) : bits >> by;
  return *convert(Number(bits), dtype);
}

Result<Number> foldIntegers(CppOp op, const Number &a, const Number &b, DType dtype) {
  auto left = numberAs<uint64_t>(a), right = numberAs<uint64_t>(b);
  switch (op) {
  case CppOp::Add:
    return *convert(Number(left + right), dtype);
  case CppOp::Sub:
    return *convert(Number(left - right), dtype);
  case CppOp::Mul:
    return *convert(Number(left * right), dtype);
  case CppOp::Div:
  case CppOp::Rem:
    return divide(op, a, b, dtype);
  case CppOp::BitAnd:
    return *convert(Number(left & right), dtype);
  case CppOp::BitOr:
    return *convert(Number(left | right), dtype);
  case CppOp::BitXor:
    return *convert(Number(left ^ right), dtype);
  case CppOp::Shl:
  case CppOp::Shr:
    return shift(op, a, b, dtype);
  default:
    return Error{ErrorId::TypeMismatch, "C++ has no such operator on integers", -1, {}};
  }
}

DType typeOf(const Number &number) {
  static constexpr DType types[] = {DType::BOOL, DType::INT64, DType::UINT64, DType::DOUBLE, DType::STRING};
  return types[number.index()];
}

Result<Number> foldStrings(CppOp op, const Number &a, const Number &b) {
  auto *left = std::get_if<std::string>(&a), *right = std::get_if<std::string>(&b);
  if (!left || !right)
    return Error{ErrorId::TypeMismatch, "a string beside a number", -1, {}};
  if (op == CppOp::Add)
    return Number(*left + *right);
  if (std::optional<bool> result = compare(op, *left, *right))
    return Number(*result);
  return Error{ErrorId::TypeMismatch, "strings have no such operator", -1, {}};
}

} // namespace

Result<Number> fold(CppOp op, const Number &a, const Number &b, DType dtype) {
  if (op == CppOp::And)
    return Number(numberAs<bool>(a) && numberAs<bool>(b));
  if (op == CppOp::Or)
    return Number(numberAs<bool>(a) || numberAs<bool>(b));
  if (isFloat(dtype)) {
    auto left = numberAs<double>(a), right = numberAs<double>(b);
    if (std::optional<bool> result = compare(op, left, right))
      return Number(*result);
    Result<Number> result = foldDoubles(op, left, right);
    return result ? *convert(*result, dtype) : result;
  }
  auto left = numberAs<uint64_t>(a), right = numberAs<uint64_t>(b);
  std::optional<bool> result =
      isSigned(dtype) ? compare(op, static_cast<int64_t>(left), static_cast<int64_t>(right)) : compare(op, left, right);
  return result ? Result<Number>(Number(*result)) : foldIntegers(op, a, b, dtype);
}

Result<Number> fold(CppOp op, const Number &a, DType dtype) {
  if (op == CppOp::Not)
    return Number(!numberAs<bool>(a));
  if (isFloat(dtype) && op != CppOp::BitNot)
    return Number(op == CppOp::Neg ? -numberAs<double>(a) : numberAs<double>(a));
  if (op == CppOp::BitNot)
    return fold(CppOp::BitXor, a, Number(int64_t(-1)), dtype);
  return op == CppOp::Neg ? fold(CppOp::Sub, Number(int64_t(0)), a, dtype) : Result<Number>(a);
}

DType arithmeticType(const std::vector<DType> &types) {
  DType result = DType::INT64;
  for (DType dtype : types) {
    if (dtype == DType::STRING)
      return DType::STRING;
    if (isFloat(dtype))
      result = DType::DOUBLE;
    else if (dtype == DType::UINT64 && result == DType::INT64)
      result = DType::UINT64;
  }
  return result;
}

Result<Literal> fold(CppOp op, const std::vector<Literal> &operands) {
  const Number &a = operands[0].data[0], &b = operands.back().data[0];
  bool isShift = op == CppOp::Shl || op == CppOp::Shr; // in the type of the left side
  DType dtype = isShift ? arithmeticType({typeOf(a)}) : arithmeticType({typeOf(a), typeOf(b)});
  bool isText = std::holds_alternative<std::string>(a) || std::holds_alternative<std::string>(b);
  Result<Number> number = operands.size() == 1                            ? fold(op, a, dtype)
                          : isText && op != CppOp::And && op != CppOp::Or ? foldStrings(op, a, b)
                                                                          : fold(op, a, b, dtype);
  if (!number)
    return number.error();
  Literal result(std::move(*number));
  for (const Literal &operand : operands)
    result.declaredDouble |= operand.declaredDouble;
  result.declaredDouble &= std::holds_alternative<double>(result.data[0]);
  return result;
}

} // namespace onnxc::graph
