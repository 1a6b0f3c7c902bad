//===- Error.h - Errors of the graph library ---------------------------------===//
//
// lib/Graph neither throws nor prints. A result is a value or an Error, which
// the script compiler turns into a Clang diagnostic and the runtime into a
// TraceError.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_ERROR_H
#define ONNXC_GRAPH_ERROR_H

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace onnxc::graph {

enum class ErrorId {
  UnknownOperator, ///< no such operator in this domain and opset (message has a "did you mean")
  WrongOpset,      ///< the operator has another since-version under this opset
  InputCount,
  OutputCount,
  MissingInput,     ///< a required input is omitted
  MissingAttribute, ///< a required attribute is missing
  UnknownAttribute,
  AttributeType,
  TypeMismatch,    ///< element types of operands differ, or one is not allowed
  ShapeMismatch,   ///< onnx's inference refuses the shapes
  LiteralRange,    ///< a number does not fit the element type that it meets
  LiteralFraction, ///< a fractional number beside an integer tensor
  DivisionByZero,  ///< of numbers that are known
  ShiftRange,      ///< a shift by less than 0, or by the width of the type or more
  UnknownType,     ///< an element type is needed and not known
  BadType,         ///< a text that should name a type does not
  UnknownRank,
  UnknownDim,
  BadIndex,
  BranchTypes,    ///< branches or loop states of different types
  ConditionShape, ///< a condition, or a number of iterations, of more than one element
  Recursion,
  TooLarge, ///< more nodes, or deeper nesting, than the limit that was given
  Reported, ///< who built a nested graph has reported the error already
  Internal, ///< our own bug: verification failed
};

/// A call that leads to the place of an error.
struct CallPlace {
  uint64_t location = 0; ///< a Location (Graph.h)
  std::string text;      ///< "'acme::f' is called with int64[N] here"
};

/// "Why" is in `message`; `notes` are further lines; `operand` is the input at fault, or -1.
struct Error {
  ErrorId id = ErrorId::Internal;
  std::string message;
  int operand = -1;
  std::vector<std::string> notes;
  uint64_t location = 0; ///< of the node at fault where it is not the one that is being made: a Location (Graph.h)
  std::vector<CallPlace> calls = {}; ///< then the calls that lead there, inner ones first
};

/// A value or an Error.
template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : content(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content(std::in_place_index<1>, std::move(error)) {}
  explicit operator bool() const { return content.index() == 0; }
  T &operator*() { return std::get<0>(content); }
  const T &operator*() const { return std::get<0>(content); }
  T *operator->() { return &std::get<0>(content); }
  Error &error() { return std::get<1>(content); }
  const Error &error() const { return std::get<1>(content); }

private:
  std::variant<T, Error> content;
};

/// None, or an Error.
using Status = std::optional<Error>;

} // namespace onnxc::graph

#endif
