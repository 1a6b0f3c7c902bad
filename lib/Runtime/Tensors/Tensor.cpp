//===- Tensor.cpp - What a tensor is made of and asked --------------------===//
#include "onnxc/tensor.h"
#include "Graph/Inference/Inference.h"
#include "Graph/Inference/OnDemand.h"
#include "Runtime/Session/Session.h"

namespace onnxc {

using detail::Handle;
using graph::Operand;
using runtime::Session;

namespace {

graph::Number toNumber(const detail::Scalar &scalar) {
  switch (scalar.dtype) {
  case DType::BOOL:
    return scalar.integer != 0;
  case DType::FLOAT:
  case DType::DOUBLE:
    return scalar.real;
  case DType::UINT8:
  case DType::UINT16:
  case DType::UINT32:
    return static_cast<int64_t>(scalar.natural);
  case DType::UINT64:
    return scalar.natural <= INT64_MAX ? graph::Number(static_cast<int64_t>(scalar.natural))
                                       : graph::Number(scalar.natural);
  default:
    return scalar.integer;
  }
}

struct Asked {
  explicit Asked(const Handle &handle) : Asked(&handle) {}
  explicit Asked(const Handle *handle) : session(Session::of(&handle, 1)), operand(session.operand(*handle)) {}
  Session &session;
  Operand operand;
};

/// What keeps the answer from being known may be a mistake: a product of shapes that do not fit.
[[noreturn]] void failUnknown(Asked &asked, const std::string &what, const std::string &advice) {
  if (asked.operand.value)
    if (graph::Status mistake = graph::inferValue(asked.operand.value))
      asked.session.fail(*mistake);
  runtime::failNotKnown(what + " of " + asked.session.describe(asked.operand) + " is not known while tracing" + advice,
                        &asked.session);
}

bool isNumber(const Handle &handle) {
  return handle.impl() && handle.impl()->operand.literal && handle.impl()->operand.literal->isScalar();
}

} // namespace

Tensor::Tensor(detail::Scalar number) : Tensor(runtime::literalHandle(graph::Literal(toNumber(number)))) {}
Tensor::Tensor(const char *text, size_t size)
    : Tensor(runtime::literalHandle(graph::Literal(std::string(text, size)))) {}
Tensor::Tensor(const TensorLiteral &literal) : Tensor(runtime::constantHandle(runtime::toProto(literal))) {}

Tensor::operator bool() const {
  if (isNumber(*this)) {
    std::optional<bool> truth = graph::truthOf(*impl()->operand.literal);
    if (!truth)
      runtime::fail("a string can't decide a C++ `if`, loop or `&&`", Session::currentOrNull());
    return *truth;
  }
  Asked asked(*this);
  runtime::failNotKnown(
      "the value of " + asked.session.describe(asked.operand) +
          " is not known while tracing, so it can't decide a C++ `if`, loop or `&&`: use onnxc::cond, "
          "onnxc::while_loop or a "
          "scripted function",
      &asked.session);
}

int64_t Tensor::rank() const {
  if (isNumber(*this))
    return 0;
  Asked asked(*this);
  int64_t answer = asked.session.askRank(asked.operand);
  if (answer < 0)
    failUnknown(asked, "the rank", "");
  return answer;
}

int64_t Tensor::dim(int64_t axis) const {
  Asked asked(*this);
  int64_t wanted = axis;
  if (axis < 0) {
    int64_t rank = asked.session.askRank(asked.operand);
    if (rank < 0)
      failUnknown(asked, "the rank", ", which a negative axis needs");
    wanted += rank;
  }
  int64_t answer = wanted < 0 ? runtime::noSuchAxis : asked.session.askDim(asked.operand, wanted);
  if (answer == runtime::noSuchAxis)
    runtime::fail(asked.session.describe(asked.operand) + " has no axis " + std::to_string(axis), &asked.session);
  if (answer < 0)
    failUnknown(asked, "dimension " + std::to_string(axis),
                ": as a tensor it is x.shape()[" + std::to_string(axis) + "]");
  return answer;
}

int64_t Tensor::numel() const {
  int64_t count = 1;
  for (int64_t axis = 0, last = rank(); axis < last; ++axis)
    count *= dim(axis);
  return count;
}

DType Tensor::dtype() const {
  Asked asked(*this);
  int64_t answer = asked.session.askElem(asked.operand);
  if (answer <= 0)
    failUnknown(asked, "the element type", "");
  return static_cast<DType>(answer);
}

Tensor Tensor::shape() const {
  Asked asked(*this);
  return Tensor(asked.session.handle(asked.session.check(asked.session.frame().builder.shapeOf(asked.operand))));
}

Tensor Tensor::to(DType dtype) const {
  Asked asked(*this);
  return Tensor(asked.session.handle(asked.session.check(asked.session.frame().builder.cast(asked.operand, dtype))));
}

} // namespace onnxc
