//===- Value.h - What C++ expressions and variables stand for ----------------===//
//
// Lowering is a partial evaluation: a C++ value is either known while compiling,
// or a graph value, or an aggregate of such.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_VALUE_H
#define ONNXC_LOWER_VALUE_H

#include "Graph/Building/Builder.h"
#include "clang/AST/APValue.h"
#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onnxc::lower {

struct Object;

/// An rvalue.
struct Value {
  enum class Kind : uint8_t {
    Poison, ///< an error has been reported for it; silences follow-ups
    Unset,  ///< a default-constructed tensor, or a scalar without initialiser
    Void,
    Absent,    ///< std::nullopt, an omitted input or attribute
    Tensor,    ///< a tensor, sequence or ONNX optional: `operand`
    Number,    ///< a C++ scalar of `type`: `constant` when known, else `operand` (rank 0)
    Attribute, ///< an attribute parameter of the emitted function, not read yet: `attribute`, C++ type `type`
    Text,      ///< a known C++ string: `text`
    Constant,  ///< onnxc::tensor(...), a typed constant: `tensor`
    Aggregate, ///< struct, tuple, array, vector, closure: `elements`
    Reference, ///< to `object`
    Item,      ///< onnxc::Index or Slice: `item`
    Range,     ///< onnxc::range(start, stop, step): three `elements`
    Function,  ///< a function or member function: `function`
  };

  Kind kind = Kind::Unset;
  bool maybeUnset = false;     ///< some path leaves it unset; reading it is an error
  bool declaredDouble = false; ///< Number: read from a variable that is declared double
  bool result = false;         ///< Aggregate: the outputs of one operator (converts to its first)
  int pending = -1;            ///< while a branch is merged: the number of the If's output that it will be
  clang::SourceLocation where; ///< where it was assigned last, for notes
  clang::QualType type;        ///< Number, Attribute: the C++ type
  graph::Operand operand;
  clang::APValue constant;
  const graph::AttributeParam *attribute = nullptr;
  const clang::FunctionDecl *function = nullptr;
  Object *object = nullptr;
  std::string text;
  std::shared_ptr<const onnx::TensorProto> tensor;
  std::shared_ptr<const graph::IndexItem> item;
  std::shared_ptr<const onnx::AttributeProto>
      proto; ///< Constant: an attribute value that is no tensor (a type, a sparse tensor)
  std::vector<Value> elements;

  Value() = default;
  explicit Value(Kind kind) : kind(kind) {}
  static Value poison() { return Value(Kind::Poison); }
  static Value tensorOf(graph::Operand operand) {
    Value value(Kind::Tensor);
    value.operand = std::move(operand);
    return value;
  }
  static Value known(clang::APValue constant, clang::QualType type) {
    Value value(Kind::Number);
    value.constant = std::move(constant);
    value.type = type;
    return value;
  }
  static Value runtime(graph::Value *scalar, clang::QualType type) {
    Value value(Kind::Number);
    value.operand = graph::Operand(scalar, /*flexible=*/true);
    value.type = type;
    return value;
  }
  static Value textOf(std::string text) {
    Value value(Kind::Text);
    value.text = std::move(text);
    return value;
  }
  static Value aggregate(std::vector<Value> elements) {
    Value value(Kind::Aggregate);
    value.elements = std::move(elements);
    return value;
  }
  static Value reference(Object *object) {
    Value value(Kind::Reference);
    value.object = object;
    return value;
  }

  bool is(Kind k) const { return kind == k; }
  bool isPoison() const { return kind == Kind::Poison; }
  bool isKnownNumber() const { return kind == Kind::Number && !constant.isAbsent(); }
  bool isRuntimeNumber() const { return kind == Kind::Number && constant.isAbsent(); }
  /// A known integer, or nothing.
  std::optional<int64_t> knownInteger() const {
    return isKnownNumber() && constant.isInt() ? std::optional(constant.getInt().getExtValue()) : std::nullopt;
  }
  /// A known condition of that value.
  bool isKnown(bool what) const { return isKnownNumber() && isTrue() == what; }
  /// A known number used as a condition.
  bool isTrue() const {
    if (constant.isInt())
      return constant.getInt().getBoolValue();
    return constant.isFloat() && constant.getFloat().isNonZero();
  }
};

/// True when both are the same for sure.
bool same(const Value &a, const Value &b);

/// A C++ object (storage): a leaf with a value, or an aggregate of child objects. References point to objects.
struct Object {
  clang::QualType type;
  std::string name;           ///< of the variable ("acc.sum" for members), for names and messages
  uint64_t birth = 0;         ///< order of creation
  uint64_t lifetime = 0;      ///< birth of the whole of which this is a part: parts may be made later, and die with it
  bool isResult = false;      ///< a function's result: set on the paths that return
  bool outlivesJumps = false; ///< read behind a jump although the code there does not name it
  bool declaredDouble = false;
  clang::SourceLocation declared;

  /// It is one of two others: reading and writing it goes to them. `leaf` only tells the kind then.
  std::shared_ptr<const struct Choice> choice;

  // Contents: written through Store only.
  bool aggregate = false;
  Value leaf;
  std::vector<Object *> children;
};

/// Which of two objects is meant, known at run time only.
struct Choice {
  Value condition;
  Object *whenTrue, *whenFalse;
  clang::SourceLocation where;
};

} // namespace onnxc::lower

#endif
