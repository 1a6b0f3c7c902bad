// A C++ function seen as an ONNX function: inputs, attributes, outputs.
#ifndef ONNXC_FRONTEND_SIGNATURE_H
#define ONNXC_FRONTEND_SIGNATURE_H

#include "Frontend/Annotations.h"
#include "Frontend/Diagnostics.h"
#include "Frontend/Types.h"

#include "clang/AST/Decl.h"

#include <string>
#include <vector>

namespace clang {
class Sema;
}

namespace onnxc::frontend {

enum class ParamKind {
  Tensor,
  OptionalTensor,         ///< std::optional<Tensor>
  VariadicTensor,         ///< std::vector<Tensor>, std::span<const Tensor>
  VariadicOptionalTensor, ///< std::vector<std::optional<Tensor>>
  TensorStruct,           ///< a struct, tuple, pair or array of tensors: `members` are the inputs
  Sequence,
  OptionalSequence, ///< std::optional<Sequence>
  OtherValue,       ///< an ONNX optional, map or value of unknown kind: see `type`
  Attribute,
  Opaque, ///< traced functions only: a value of any C++ type that belongs to the key (structs, variants, callables ...)
  Invalid, ///< an error was found
};

/// Numbers of onnx's AttributeProto.AttributeType.
enum class AttrKind { None = 0, Float = 1, Int = 2, String = 3, Tensor = 4, Floats = 6, Ints = 7, Strings = 8 };

/// A tensor inside an aggregate parameter or result. `path` leads to it from the aggregate: the index of a field, tuple
/// or array element at each level. Parameters: `name` is "param.member" (tuple and array elements count as members "0",
/// "1" ...). Results: see Signature.
struct Member {
  std::string name;
  std::vector<unsigned> path;
  TypeSpec type;
};

struct Param {
  const clang::ParmVarDecl *decl = nullptr;
  std::string name; ///< "" for an unnamed parameter; ONNX names are made from it
  ParamKind kind = ParamKind::Invalid;

  /// Inputs: the declared type (of each element, for variadic ones; kind None for structs).
  TypeSpec type;
  std::vector<Member> members; ///< TensorStruct only, flattened in order of declaration

  /// Attributes.
  AttrKind attribute = AttrKind::None;
  clang::QualType attributeType; ///< the C++ type without reference, const and std::optional
  bool optional = false;         ///< of a std::optional<...>: see isOptional()
  bool isBool = false;           ///< Int attributes: of C++ type bool
  bool isDType = false;          ///< Int attributes: an onnxc::DType
  bool isEnum = false;

  /// The default argument (attributes and inputs alike); null when there is none. A default of `std::nullopt` / `{}`
  /// counts as one.
  const clang::Expr *defaultValue = nullptr;
  bool isAbsentByDefault = false; ///< the default argument of an optional one is an empty std::optional

  /// std::optional<...>: the argument may be absent, and the body may ask whether it is. Which of these parameters are
  /// given is a pattern of presence (lower::Presence::given), in their order.
  bool isOptional() const { return optional || isOptionalInput(); }
  bool isOptionalInput() const { return kind == ParamKind::OptionalTensor || kind == ParamKind::OptionalSequence; }
  /// An optional attribute that a call without it has a value for.
  bool isSetByDefault() const { return optional && defaultValue && !isAbsentByDefault; }
  bool isInput() const { return kind <= ParamKind::OtherValue; }
  bool isVariadic() const { return kind == ParamKind::VariadicTensor || kind == ParamKind::VariadicOptionalTensor; }
};

enum class ResultKind {
  Single, ///< one Tensor, Sequence or optional
  Tuple,  ///< std::tuple, std::pair
  Array,  ///< std::array
  Struct, ///< outputs are named after the members
  Vector, ///< std::vector<Tensor>: the count is known when the graph is made; `results` has one entry, the type of each
          ///< element
  Invalid,
};

struct Signature {
  const clang::FunctionDecl *function = nullptr;
  std::vector<Param> params; ///< one for each C++ parameter, in order
  ResultKind resultKind = ResultKind::Invalid;
  clang::QualType resultType;
  /// The outputs, flattened. Names: the members' where `resultType` is a struct (`a.b` for nested ones), else "". Path:
  /// empty for Single and Vector.
  std::vector<Member> results;

  bool valid() const;
};

/// Whether `function` is a method of objects that hold something: a scripted one is compiled where it is called, for
/// the object that it is called on.
bool needsObject(const clang::FunctionDecl *function);

/// What signatureOf needs to know.
struct SignatureContext {
  clang::Sema &sema; ///< instantiates default arguments of templates
  TypeTable &types;
  Diagnoser *diagnoser = nullptr; ///< null: problems are not reported, only marked Invalid
};

/// Reads the signature of `function`, an annotated function or operator. `kind` decides what parameters may be: traced
/// functions take Opaque ones. Not cached.
Signature signatureOf(const clang::FunctionDecl *function, Annotation::Kind kind, const SignatureContext &context);

} // namespace onnxc::frontend

#endif
