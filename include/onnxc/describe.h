//===- describe.h - What annotated functions and operators say of themselves ---===//
#ifndef ONNXC_DESCRIBE_H
#define ONNXC_DESCRIBE_H
#pragma GCC system_header

#include "onnxc/detail/operator_call.h"
#include "onnxc/detail/results.h"
#include "onnxc/detail/signature.h"
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

namespace onnx {
class OpSchema;
}

namespace onnxc {

struct ParameterInfo {
  std::string name;
  bool is_attribute = false;
  /// Attributes: "int", "float", "string", "tensor", "ints", "floats", "strings", or "" for a C++ value that only
  /// specialises. Inputs: the element type "float", a type variable "Real", or "" for any type; "seq(float)" ...
  std::string type;
  std::vector<std::string> allowed;              ///< element types of a OneOf
  std::optional<std::vector<std::string>> shape; ///< declared dimensions: "N", "3", "?"; none: any shape
  bool optional = false;                         ///< may be left out
  bool variadic = false;
  std::optional<std::string> default_value; ///< as text: 2, 0.5, "text", [1, 2]
};

struct FunctionInfo {
  enum class Kind { Script, Trace, Operator } kind = Kind::Trace;
  std::string domain;
  std::string name;
  std::string overload; ///< of C++ overloads and template arguments; specialisations add to it
  int64_t version = 1;  ///< of the domain; of an operator: its since-version
  std::vector<ParameterInfo> parameters;
  std::vector<ParameterInfo> outputs;
  std::string doc;
  std::string file;
  unsigned line = 0;
};

/// All annotated functions that are linked into the program, ordered by domain, name and overload.
std::vector<FunctionInfo> functions();

/// As a schema: domain, name, version, inputs, outputs, attributes with defaults, type constraints, doc string. onnx's
/// headers
/// (`onnx/defs/schema.h`) must be included to use it.
onnx::OpSchema to_op_schema(const FunctionInfo &info);

namespace detail {

std::optional<FunctionInfo> findFunction(const std::type_info &type, const void *bytes, size_t size, void (*plain)());
[[noreturn]] void failDescribe();

/// Anything that an annotated function or operator can be given as.
template <class F> std::optional<FunctionInfo> findFunction(const F &function) {
  if constexpr (std::is_function_v<F>)
    return findFunction<F *>(&function);
  else if constexpr (std::is_function_v<std::remove_pointer_t<F>>)
    return findFunction(typeid(F), &function, sizeof function, reinterpret_cast<void (*)()>(function));
  else if constexpr (std::is_member_function_pointer_v<F>)
    return findFunction(typeid(F), &function, sizeof function, nullptr);
  else if constexpr (requires { &F::operator(); })
    return findFunction(&F::operator());
  else
    return std::nullopt;
}

template <class T> inline constexpr bool givesTensors = false;
template <class T>
  requires(std::is_base_of_v<Handle, T>)
inline constexpr bool givesTensors<T> = true;
template <class T>
  requires(!std::is_base_of_v<Handle, T> &&
           (stub::detail::holdsHandles<T>() || std::is_base_of_v<OperatorResult, T> || stub::detail::isPlainStruct<T>))
inline constexpr bool givesTensors<T> = true;

/// The types in the declaration of a function, method or call operator; generic lambdas have none.
template <class F> struct DeclarationOf;
template <class R, class... P> struct DeclarationOf<R (*)(P...)> {
  using Result = std::remove_cvref_t<R>;
  using Parameters = stub::detail::TypeList<P...>;
};
template <class R, class... P> struct DeclarationOf<R (*)(P...) noexcept> : DeclarationOf<R (*)(P...)> {};
template <class C, class R, class... P> struct DeclarationOf<R (C::*)(P...)> : DeclarationOf<R (*)(P...)> {};
template <class C, class R, class... P> struct DeclarationOf<R (C::*)(P...) const> : DeclarationOf<R (*)(P...)> {};
template <class C, class R, class... P> struct DeclarationOf<R (C::*)(P...) noexcept> : DeclarationOf<R (*)(P...)> {};
template <class C, class R, class... P>
struct DeclarationOf<R (C::*)(P...) const noexcept> : DeclarationOf<R (*)(P...)> {};
template <class F>
  requires requires { &F::operator(); }
struct DeclarationOf<F> : DeclarationOf<decltype(&F::operator())> {};

template <class F>
concept HasDeclaration = requires { typename DeclarationOf<std::decay_t<F>>::Result; };

} // namespace detail

/// Anything callable as an operator: scripted and traced functions, methods and lambdas, generated operators, operators
/// that a user declared, whose result is made of tensors. `describe` says the rest.
template <class F>
concept OpLike =
    detail::HasDeclaration<F> && detail::givesTensors<typename detail::DeclarationOf<std::decay_t<F>>::Result>;

/// What is known of an annotated function or operator: `describe(acme::flatten_to)`, `describe(&Layer::forward)`, a
/// lambda, a cast for one of several overloads. Throws std::invalid_argument for other functions.
template <OpLike F> FunctionInfo describe(const F &function) {
  if (std::optional<FunctionInfo> found = detail::findFunction(function))
    return *found;
  detail::failDescribe();
}
/// `describe<&acme::scale<float>>()`.
template <auto function> FunctionInfo describe() { return describe(function); }

} // namespace onnxc

#endif
