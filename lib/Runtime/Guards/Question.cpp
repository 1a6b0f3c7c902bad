//===- Question.cpp - A fact that is asked of arguments -------------------===//
#include "Runtime/Guards/Question.h"

namespace onnxc::runtime {

using graph::Fact;
using graph::Type;

Answer answerOf(const Type &type, Fact fact, int64_t axis) {
  if (type.kind == Type::Kind::Unknown)
    return unknownAnswer;
  switch (fact) {
  case Fact::Elem:
    return type.elem.isKnown() ? static_cast<Answer>(type.elem.dtype) : unknownAnswer;
  case Fact::String:
    return type.elem.isKnown() ? type.elem == graph::ElemType(DType::STRING) : unknownAnswer;
  case Fact::Rank:
    return type.rank();
  case Fact::Dim:
    if (!type.shape)
      return unknownAnswer;
    if (axis < 0 || axis >= type.rank())
      return noSuchAxis;
    return (*type.shape)[static_cast<size_t>(axis)].isKnown() ? (*type.shape)[static_cast<size_t>(axis)].value
                                                              : unknownAnswer;
  }
  return unknownAnswer;
}

std::string answerText(Fact fact, Answer answer) {
  if (answer == unknownAnswer)
    return "?";
  if (answer == noSuchAxis)
    return "none";
  if (fact == Fact::String)
    return answer ? "yes" : "no";
  return fact == Fact::Elem ? graph::toString(static_cast<DType>(answer)) : std::to_string(answer);
}

std::string factText(Fact fact, int64_t axis) {
  switch (fact) {
  case Fact::Elem:
    return ".type";
  case Fact::String:
    return ".strings";
  case Fact::Rank:
    return ".rank";
  case Fact::Dim:
    return ".dim" + std::to_string(axis);
  }
  return {};
}

} // namespace onnxc::runtime
