//===- Type.h - Types of graph values ---------------------------------------===//
//
// A type is what is known of a value while the graph is made. Unknown is never
// an error: an element type may be a type variable, a rank or a dimension may
// be missing.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_TYPE_H
#define ONNXC_GRAPH_TYPE_H

#include "onnxc/dtype.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onnx {
class TypeProto;
}

namespace onnxc::graph {

/// An element type: known, or a type variable of the function (see TypeVars),
/// or neither (nothing is known).
struct ElemType {
  DType dtype = DType::UNDEFINED;
  int var = -1;

  ElemType() = default;
  ElemType(DType known) : dtype(known) {}
  static ElemType variable(int var) {
    ElemType type;
    type.var = var;
    return type;
  }
  bool isKnown() const { return dtype != DType::UNDEFINED; }
  bool operator==(const ElemType &) const = default;
};

/// One dimension: a size, a symbol, or nothing (value < 0 and symbol empty).
struct Dim {
  int64_t value = -1;
  std::string symbol;

  Dim() = default;
  Dim(int64_t size) : value(size) {}
  explicit Dim(std::string name) : symbol(std::move(name)) {}
  bool isKnown() const { return value >= 0; }
  bool operator==(const Dim &) const = default;
};

using Shape = std::vector<Dim>;

/// Type of a value. `elem` and `shape` describe the innermost tensor.
struct Type {
  enum class Kind : uint8_t { Tensor, Sequence, OptionalTensor, OptionalSequence, Other, Unknown };
  Kind kind = Kind::Tensor;
  ElemType elem;
  std::optional<Shape> shape;                   ///< none: rank unknown
  std::shared_ptr<const onnx::TypeProto> other; ///< Kind::Other only (maps, sparse tensors, ...)

  static Type tensor(ElemType elem, std::optional<Shape> shape = std::nullopt) {
    Type type;
    type.elem = elem;
    type.shape = std::move(shape);
    return type;
  }
  static Type scalar(ElemType elem) { return tensor(elem, Shape{}); }
  static Type sequence(ElemType elem, std::optional<Shape> shape = std::nullopt) {
    Type type = tensor(elem, std::move(shape));
    type.kind = Kind::Sequence;
    return type;
  }
  bool isTensor() const { return kind == Kind::Tensor; }
  /// The rank, or -1.
  int64_t rank() const { return shape ? static_cast<int64_t>(shape->size()) : -1; }
  /// False when a dimension is known to be another than 1.
  bool mayHaveOneElement() const;
  bool operator==(const Type &) const = default;
};

/// "float[N,3]", "T0", "seq(int64[?])", "?" ...: for messages.
std::string toString(const Type &type);
std::string toString(const ElemType &type);
/// "float", "int64", ... as ONNX spells tensor(...) contents.
const char *toString(DType dtype);
/// The inverse, in any letter case; numpy's and C++'s names are known too ("float32", "int").
std::optional<DType> dtypeNamed(std::string_view name);

bool isFloat(DType dtype);    ///< any floating-point type, the small ones too; not complex
bool isSigned(DType dtype);   ///< a signed integer
bool isUnsigned(DType dtype); ///< an unsigned integer; not bool
inline bool isInteger(DType dtype) { return isSigned(dtype) || isUnsigned(dtype); }

/// What is true of both (join): shapes lose what differs, kinds must agree else Unknown.
Type join(const Type &a, const Type &b);

onnx::TypeProto toProto(const Type &type);
/// Into an empty message.
void writeProto(const Type &type, onnx::TypeProto &proto);
Type fromProto(const onnx::TypeProto &proto);

/// The type variables of one function: union-find, each class may be bound to an element type.
class TypeVars {
public:
  /// A new variable; `name` is its constraint's name ("Real") or empty.
  int fresh(std::string name = {}, std::vector<DType> allowed = {});
  /// What is known now: follows unions and bindings.
  ElemType resolve(ElemType type) const;
  /// Makes both the same. False when they are known and differ, or the result is not allowed.
  bool unify(ElemType a, ElemType b);
  const std::string &nameOf(int var) const;
  const std::vector<DType> &allowedFor(int var) const;
  int size() const { return static_cast<int>(vars.size()); }

private:
  struct Var {
    int parent;
    int size = 1; ///< of the class, for a root
    DType bound = DType::UNDEFINED;
    std::string name;
    std::vector<DType> allowed; ///< empty: all
  };
  int find(int var) const;
  std::vector<Var> vars;
};

} // namespace onnxc::graph

#endif
