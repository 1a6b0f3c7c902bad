// How C++ types look from ONNX: their class (classify) and the tensor type that they declare (tensorTypeOf).
#ifndef ONNXC_FRONTEND_TYPES_H
#define ONNXC_FRONTEND_TYPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onnxc::frontend {

/// What a C++ type is for onnxc. cv-qualifiers and aliases do not matter.
enum class TypeClass {
  Tensor,        ///< onnxc::Tensor, onnxc::TensorOf<...> and classes derived from them
  Sequence,      ///< onnxc::Sequence, onnxc::SequenceOf<...>
  OptionalValue, ///< onnxc::OptionalValue, onnxc::OptionalOf<...>: an ONNX optional, not std::optional
  Map,           ///< onnxc::Map, onnxc::MapOf<...>
  Value,         ///< onnxc::Value: any of these
  Input,         ///< onnxc::Input and classes derived from it: parameters of operators
  VariadicInput, ///< onnxc::VariadicInput, AnyVariadicInput
  Index,         ///< onnxc::Index: element of x.index({...})
  Slice,         ///< onnxc::Slice
  TensorLiteral, ///< onnxc::TensorLiteral
  SparseTensorLiteral,
  DType,        ///< onnxc::DType
  SmallElement, ///< onnxc's element types that C++ has no name for: float16, bfloat16, float8..., int4, complex64 ...
  Range,        ///< what onnxc::range returns
  OnnxcOther,   ///< any other class of namespace onnxc (attribute aggregates, holders, results of operators)
  StdVector,
  StdSpan,
  StdInitializerList,
  StdArray, ///< std::array; see ArrayType for T[N]
  StdTuple,
  StdPair,
  StdOptional,
  StdString,
  StringView,  ///< std::string_view
  Complex,     ///< std::complex
  ArrayType,   ///< T[N]
  CharPointer, ///< const char *
  Arithmetic,  ///< bool, integers, floating point
  Enum,
  Lambda,
  Record, ///< any other class
  Pointer,
  Reference,
  Nullptr,
  Void,
  Other,
};

/// ONNX's element types, with the numbers of TensorProto.DataType; 0 = unknown.
using ElementType = int32_t;

/// A dimension of a declared type.
struct DimSpec {
  enum Kind { Unknown, Value, Symbol };
  Kind kind = Unknown;
  int64_t value = 0;
  std::string symbol;
  bool operator==(const DimSpec &) const = default;
};

/// The type that a C++ declaration promises: a tensor, a sequence of or an optional of one.
struct TypeSpec {
  enum Kind {
    None,
    Tensor,
    Sequence,         ///< element, variable and dims are those of the tensors in it
    OptionalTensor,   ///< std::optional<Tensor>: an input or output that may be left out
    OptionalSequence, ///< std::optional<Sequence>
    OptionalValue,    ///< onnxc::OptionalValue, an ONNX optional; of a sequence if `ofSequence`
    Map,
    Value, ///< onnxc::Value
  };

  Kind kind = None;
  /// Element type; 0 when any or when `variable` is set.
  ElementType element = 0;
  /// Name of the type variable ("Real", "OneOf<float, double>"); "" when there is none.
  std::string variable;
  /// The element types that `variable` may take, ascending.
  std::vector<ElementType> allowed;
  /// Dimensions, when the rank is declared.
  std::optional<std::vector<DimSpec>> dims;
  bool ofSequence = false;
  /// T of TensorOf<T> where it is neither an element type nor a type variable, as text; else "".
  std::string badElement;

  explicit operator bool() const { return kind != None; }
  bool operator==(const TypeSpec &) const = default;
};

/// Answers about types, cached by canonical type. One per parsed file.
class TypeTable {
public:
  explicit TypeTable(clang::ASTContext &context) : context(context) {}

  TypeClass classify(clang::QualType type);

  /// The declared type of a Tensor, TensorOf, Sequence, SequenceOf, or std::optional of one; kind None for any other
  /// type. References and cv-qualifiers are looked through.
  const TypeSpec &tensorTypeOf(clang::QualType type);

  /// The ONNX element type of a C++ scalar: arithmetic types, enums (int64), float16 ..., std::string, std::complex; 0
  /// when it has none.
  ElementType elementTypeOf(clang::QualType type);

  /// Argument `index` of a class template specialisation (std::vector<T>, std::optional<T> ...), flattened over packs;
  /// null when absent.
  clang::QualType templateArgument(clang::QualType type, unsigned index);

  /// True for a Tensor, Sequence, or optional, pointer, reference, list, tuple, array or struct that holds one (however
  /// deep), and for lambdas that capture one.
  bool holdsTensors(clang::QualType type);

private:
  TypeClass classifyUncached(clang::QualType canonical);
  TypeClass classifyRecord(const clang::CXXRecordDecl *record);
  TypeSpec specUncached(clang::QualType canonical);
  TypeSpec tensorSpec(const clang::CXXRecordDecl *record);
  /// What T of SequenceOf<T> or OptionalOf<T> says.
  TypeSpec elementSpec(clang::QualType type);
  void setElement(TypeSpec &spec, clang::QualType type);
  bool holdsTensorsUncached(clang::QualType canonical, unsigned depth);

  clang::ASTContext &context;
  llvm::DenseMap<const clang::Type *, TypeClass> classes;
  llvm::DenseMap<const clang::Type *, std::unique_ptr<TypeSpec>> specs;
  llvm::DenseMap<const clang::Type *, bool> tensorHolders;
};

/// For messages: `float[N,3,?]`, `Real`, `tensor`, `seq(float)`.
std::string toString(const TypeSpec &type);

} // namespace onnxc::frontend

#endif
