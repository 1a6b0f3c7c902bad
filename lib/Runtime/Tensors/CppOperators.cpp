//===- CppOperators.cpp - The operators of C++ on tensors -----------------===//
#include "Runtime/Session/Session.h"
#include "onnxc/tensor.h"

namespace onnxc {

using runtime::Session;

namespace {

Tensor apply(graph::CppOp op, const Tensor &a) {
  const detail::Handle *handles[] = {&a};
  Session &session = Session::of(handles, 1);
  return Tensor(session.handle(session.check(session.frame().builder.cpp(op, {session.operand(a)}))));
}

Tensor apply(graph::CppOp op, const Tensor &a, const Tensor &b) {
  const detail::Handle *handles[] = {&a, &b};
  // Numbers fold without a graph.
  bool constant =
      a.impl() && b.impl() && a.impl()->operand.literal && b.impl()->operand.literal && !Session::currentOrNull();
  if (constant) {
    graph::Function none;
    graph::Builder builder(none);
    if (auto folded = builder.cpp(op, {a.impl()->operand, b.impl()->operand}); folded && folded->literal)
      return Tensor(runtime::literalHandle(std::move(*folded->literal)));
  }
  Session &session = Session::of(handles, 2);
  return Tensor(
      session.handle(session.check(session.frame().builder.cpp(op, {session.operand(a), session.operand(b)}))));
}

} // namespace

using graph::CppOp;

Tensor operator+(const Tensor &a, const Tensor &b) { return apply(CppOp::Add, a, b); }
Tensor operator-(const Tensor &a, const Tensor &b) { return apply(CppOp::Sub, a, b); }
Tensor operator*(const Tensor &a, const Tensor &b) { return apply(CppOp::Mul, a, b); }
Tensor operator/(const Tensor &a, const Tensor &b) { return apply(CppOp::Div, a, b); }
Tensor operator%(const Tensor &a, const Tensor &b) { return apply(CppOp::Rem, a, b); }
Tensor operator+(const Tensor &a) { return apply(CppOp::Plus, a); }
Tensor operator-(const Tensor &a) { return apply(CppOp::Neg, a); }
Tensor operator!(const Tensor &a) { return apply(CppOp::Not, a); }
Tensor operator~(const Tensor &a) { return apply(CppOp::BitNot, a); }
Tensor operator<(const Tensor &a, const Tensor &b) { return apply(CppOp::Lt, a, b); }
Tensor operator<=(const Tensor &a, const Tensor &b) { return apply(CppOp::Le, a, b); }
Tensor operator>(const Tensor &a, const Tensor &b) { return apply(CppOp::Gt, a, b); }
Tensor operator>=(const Tensor &a, const Tensor &b) { return apply(CppOp::Ge, a, b); }
Tensor operator==(const Tensor &a, const Tensor &b) { return apply(CppOp::Eq, a, b); }
Tensor operator!=(const Tensor &a, const Tensor &b) { return apply(CppOp::Ne, a, b); }
Tensor operator&&(const Tensor &a, const Tensor &b) { return apply(CppOp::And, a, b); }
Tensor operator&&(const Tensor &a, bool b) { return apply(CppOp::And, a, Tensor(b)); }
Tensor operator&&(bool a, const Tensor &b) { return apply(CppOp::And, Tensor(a), b); }
Tensor operator||(const Tensor &a, const Tensor &b) { return apply(CppOp::Or, a, b); }
Tensor operator||(const Tensor &a, bool b) { return apply(CppOp::Or, a, Tensor(b)); }
Tensor operator||(bool a, const Tensor &b) { return apply(CppOp::Or, Tensor(a), b); }
Tensor operator&(const Tensor &a, const Tensor &b) { return apply(CppOp::BitAnd, a, b); }
Tensor operator|(const Tensor &a, const Tensor &b) { return apply(CppOp::BitOr, a, b); }
Tensor operator^(const Tensor &a, const Tensor &b) { return apply(CppOp::BitXor, a, b); }
Tensor operator<<(const Tensor &a, const Tensor &b) { return apply(CppOp::Shl, a, b); }
Tensor operator>>(const Tensor &a, const Tensor &b) { return apply(CppOp::Shr, a, b); }

Tensor &Tensor::operator+=(const Tensor &other) & { return *this = *this + other; }
Tensor &Tensor::operator-=(const Tensor &other) & { return *this = *this - other; }
Tensor &Tensor::operator*=(const Tensor &other) & { return *this = *this * other; }
Tensor &Tensor::operator/=(const Tensor &other) & { return *this = *this / other; }
Tensor &Tensor::operator%=(const Tensor &other) & { return *this = *this % other; }
Tensor &Tensor::operator&=(const Tensor &other) & { return *this = *this & other; }
Tensor &Tensor::operator|=(const Tensor &other) & { return *this = *this | other; }
Tensor &Tensor::operator^=(const Tensor &other) & { return *this = *this ^ other; }
Tensor &Tensor::operator<<=(const Tensor &other) & { return *this = *this << other; }
Tensor &Tensor::operator>>=(const Tensor &other) & { return *this = *this >> other; }
Tensor &Tensor::operator++() & { return *this += 1; }
Tensor &Tensor::operator--() & { return *this -= 1; }
Tensor Tensor::operator++(int) & {
  Tensor before = *this;
  *this += 1;
  return before;
}
Tensor Tensor::operator--(int) & {
  Tensor before = *this;
  *this -= 1;
  return before;
}

} // namespace onnxc
