//===- Fold.cpp - C++ operators on literals -------------------------------------===//
#include "Fold.h"

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

Error invalid(std::string message) { return {ErrorId::LiteralRange, std::move(message), -1, {}}; }

/// uint64 only above int64.
Number normal(uint64_t value) {
  return value <= static_cast<uint64_t>(INT64_MAX) ? Number(static_cast<int64_t>(value)) : Number(value);
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

Result<Number> divide(CppOp op, uint64_t a, uint64_t b, bool isUnsigned) {
  if (b == 0)
    return invalid("division by zero");
  if (isUnsigned)
    return normal(op == CppOp::Div ? a / b : a % b);
  auto left = static_cast<int64_t>(a), right = static_cast<int64_t>(b);
  if (right == -1 && left == INT64_MIN)
    return invalid("the quotient does not fit in 64 bits");
  return Number(op == CppOp::Div ? left / right : left % right);
}

/// Integers of one type, as bits; int64 wraps as all C++ compilers do in practice.
Result<Number> foldIntegers(CppOp op, uint64_t a, uint64_t b, bool isUnsigned) {
  auto result = [&](uint64_t bits) { return isUnsigned ? normal(bits) : Number(static_cast<int64_t>(bits)); };
  switch (op) {
  case CppOp::Add:
    return result(a + b);
  case CppOp::Sub:
    return result(a - b);
  case CppOp::Mul:
    return result(a * b);
  case CppOp::Div:
  case CppOp::Rem:
    return divide(op, a, b, isUnsigned);
  case CppOp::BitAnd:
    return result(a & b);
  case CppOp::BitOr:
    return result(a | b);
  case CppOp::BitXor:
    return result(a ^ b);
  case CppOp::Shl:
  case CppOp::Shr:
    if (b > 63)
      return invalid("the shift is by more bits than the number has");
    if (op == CppOp::Shl)
      return result(a << b);
    return result(isUnsigned ? a >> b : static_cast<uint64_t>(static_cast<int64_t>(a) >> b));
  default:
    return invalid("no such operator on integers");
  }
}

Result<Number> foldUnary(CppOp op, const Number &number) {
  if (op == CppOp::Not)
    return Number(!numberAs<bool>(number));
  if (auto *value = std::get_if<double>(&number)) {
    if (op == CppOp::BitNot)
      return foldDoubles(op, *value, 0);
    return Number(op == CppOp::Neg ? -*value : *value);
  }
  auto bits = numberAs<uint64_t>(number);
  bool isUnsigned = std::holds_alternative<uint64_t>(number);
  bits = op == CppOp::Neg ? 0 - bits : op == CppOp::BitNot ? ~bits : bits;
  return isUnsigned ? normal(bits) : Number(static_cast<int64_t>(bits));
}

Result<Number> foldBinary(CppOp op, const Number &a, const Number &b) {
  if (op == CppOp::And)
    return Number(numberAs<bool>(a) && numberAs<bool>(b));
  if (op == CppOp::Or)
    return Number(numberAs<bool>(a) || numberAs<bool>(b));
  auto either = [&]<class T>(const T &) { return std::holds_alternative<T>(a) || std::holds_alternative<T>(b); };
  if (either(std::string())) {
    auto *left = std::get_if<std::string>(&a), *right = std::get_if<std::string>(&b);
    if (!left || !right)
      return Error{ErrorId::TypeMismatch, "a string beside a number", -1, {}};
    if (op == CppOp::Add)
      return Number(*left + *right);
    if (std::optional<bool> result = compare(op, *left, *right))
      return Number(*result);
    return Error{ErrorId::TypeMismatch, "strings have no such operator", -1, {}};
  }
  if (either(0.0)) {
    auto left = numberAs<double>(a), right = numberAs<double>(b);
    std::optional<bool> result = compare(op, left, right);
    return result ? Result<Number>(Number(*result)) : foldDoubles(op, left, right);
  }
  bool isShift = op == CppOp::Shl || op == CppOp::Shr; // the type of a shift is that of its left side
  bool isUnsigned = isShift ? std::holds_alternative<uint64_t>(a) : either(uint64_t());
  auto left = numberAs<uint64_t>(a), right = numberAs<uint64_t>(b);
  std::optional<bool> result =
      isUnsigned ? compare(op, left, right) : compare(op, static_cast<int64_t>(left), static_cast<int64_t>(right));
  return result ? Result<Number>(Number(*result)) : foldIntegers(op, left, right, isUnsigned);
}

} // namespace

Result<Literal> fold(CppOp op, const std::vector<Literal> &operands) {
  Result<Number> number = operands.size() == 1 ? foldUnary(op, operands[0].data[0])
                                               : foldBinary(op, operands[0].data[0], operands[1].data[0]);
  if (!number)
    return number.error();
  Literal result(std::move(*number));
  for (const Literal &operand : operands)
    result.declaredDouble |= operand.declaredDouble;
  result.declaredDouble &= std::holds_alternative<double>(result.data[0]);
  return result;
}

} // namespace onnxc::graph
