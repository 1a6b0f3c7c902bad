//===- signature.h - What the types of a C++ function say about it -----------===//
#ifndef ONNXC_DETAIL_SIGNATURE_H
#define ONNXC_DETAIL_SIGNATURE_H
#pragma GCC system_header

#include "onnxc/attributes.h"
#include "onnxc/detail/fields.h"
#include "onnxc/detail/handle.h"
#include "onnxc/tensor.h"
#include <concepts>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace onnxc::stub::detail {

using onnxc::detail::Handle;
using onnxc::detail::SmallElement;
using onnxc::detail::StringLike;
using onnxc::detail::withFields;

template <class T>
concept OptionalLike = std::is_class_v<T> && !std::is_base_of_v<Handle, T> && requires(T &value) {
  { value.has_value() } -> std::same_as<bool>;
  *value;
  value.reset();
};
template <class T>
concept VariantLike = std::is_class_v<T> && requires(T &value) {
  value.valueless_by_exception();
  value.index();
};
template <class T>
concept RangeLike = std::is_class_v<T> && !std::is_base_of_v<Handle, T> && requires(T &value) {
  value.begin();
  value.end();
  typename T::value_type;
};
template <class T>
concept TupleLike = std::is_class_v<T> && requires { std::tuple_size<T>::value; };
/// A class that says what it holds: `auto onnxc_members() const { return std::tie(weight, scale); }`.
template <class T>
concept HasMemberList = std::is_class_v<T> && requires(const T &value) { value.onnxc_members(); };
template <class T>
inline constexpr bool isFunctionPointer =
    std::is_function_v<std::remove_pointer_t<T>> || std::is_member_function_pointer_v<T>;

/// What a declaration says of the type of a tensor or sequence.
struct DeclaredType {
  enum class Form : unsigned char { Tensor, Sequence, Optional, OptionalSequence, Map } form = Form::Tensor;
  DType elem = DType::UNDEFINED;
  const char *variable = nullptr; ///< the constraint's name, "Real"; null: none. OneOf<...> is "OneOf"
  const DType *allowed = nullptr; ///< of OneOf
  size_t allowedCount = 0;
  bool ranked = false; ///< `dims` say the rank
  const Dim *dims = nullptr;
  size_t dimCount = 0;
};

template <class T> inline constexpr const char *typeVariable = nullptr;
template <> inline constexpr const char *typeVariable<Real> = "Real";
template <> inline constexpr const char *typeVariable<Float> = "Float";
template <> inline constexpr const char *typeVariable<Int> = "Int";
template <> inline constexpr const char *typeVariable<Numeric> = "Numeric";
template <> inline constexpr const char *typeVariable<Any> = "Any";
template <class... Ts> inline constexpr const char *typeVariable<OneOf<Ts...>> = "OneOf";

template <class T> struct AllowedTypes {
  static constexpr const DType *data = nullptr;
  static constexpr size_t size = 0;
};
template <class... Ts> struct AllowedTypes<OneOf<Ts...>> {
  static constexpr DType data[] = {dtypeOf<Ts>...};
  static constexpr size_t size = sizeof...(Ts);
};

template <Dim... dims> struct DimList {
  static constexpr Dim data[sizeof...(dims) + 1] = {dims..., dyn};
  static constexpr size_t size = sizeof...(dims);
};

template <class T> constexpr DeclaredType declaredElement() {
  DeclaredType type;
  type.elem = dtypeOf<T>;
  type.variable = typeVariable<T>;
  type.allowed = AllowedTypes<T>::data;
  type.allowedCount = AllowedTypes<T>::size;
  return type;
}

template <class T> struct Declared {
  static constexpr DeclaredType type = std::is_base_of_v<Sequence, T> ? DeclaredType{DeclaredType::Form::Sequence}
                                       : std::is_base_of_v<OptionalValue, T>
                                           ? DeclaredType{DeclaredType::Form::Optional}
                                       : std::is_base_of_v<Map, T> ? DeclaredType{DeclaredType::Form::Map}
                                                                   : DeclaredType{};
};
template <class T, Dim... dims> struct Declared<TensorOf<T, dims...>> {
  static constexpr DeclaredType make() {
    DeclaredType type = declaredElement<T>();
    type.ranked = sizeof...(dims) > 0;
    type.dims = DimList<dims...>::data;
    type.dimCount = DimList<dims...>::size;
    if (type.dimCount == 1 && type.dims[0].kind == Dim::Kind::Scalar)
      type.dimCount = 0;
    return type;
  }
  static constexpr DeclaredType type = make();
};
/// Of a handle, or a tensor of an element type.
template <class T> constexpr DeclaredType declaredAs() {
  if constexpr (std::is_base_of_v<Handle, T>)
    return Declared<T>::type;
  else
    return declaredElement<T>();
}
template <class T> struct Declared<SequenceOf<T>> {
  static constexpr DeclaredType make() {
    DeclaredType type = declaredAs<T>();
    type.form = DeclaredType::Form::Sequence;
    return type;
  }
  static constexpr DeclaredType type = make();
};

template <class T> struct Declared<OptionalOf<T>> {
  static constexpr DeclaredType make() {
    DeclaredType type = declaredAs<T>();
    type.form =
        type.form == DeclaredType::Form::Sequence ? DeclaredType::Form::OptionalSequence : DeclaredType::Form::Optional;
    return type;
  }
  static constexpr DeclaredType type = make();
};

/// Receives the parameters and results of a function, in order. Inputs inside structs come one by one between begin and
/// end.
class SignatureSink {
public:
  enum class Form : unsigned char { Single, Optional, Variadic, VariadicOptional };
  enum class Special : unsigned char { None, Bool, DType, Enum };
  virtual ~SignatureSink() = default;
  virtual void input(Form form, const DeclaredType &type) = 0;
  /// `kind` is 0 for values that ONNX has no attributes for.
  virtual void attribute(AttributeKind kind, bool optional, Special special, const std::type_info &type) = 0;
  virtual void beginStruct() = 0;
  virtual void endStruct() = 0;
  virtual void output(bool variadic, const DeclaredType &type) = 0;
};

template <class T> constexpr AttributeKind attributeKind() {
  if constexpr (std::is_same_v<T, TensorLiteral>)
    return AttributeKind::Tensor;
  else if constexpr (std::is_floating_point_v<T>)
    return AttributeKind::Float;
  else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
    return AttributeKind::Int;
  else if constexpr (StringLike<T> || std::is_same_v<T, const char *>)
    return AttributeKind::String;
  else if constexpr (RangeLike<T>) {
    constexpr AttributeKind item = attributeKind<std::remove_cv_t<typename T::value_type>>();
    return item == AttributeKind::Float    ? AttributeKind::Floats
           : item == AttributeKind::Int    ? AttributeKind::Ints
           : item == AttributeKind::String ? AttributeKind::Strings
                                           : AttributeKind();
  } else
    return AttributeKind();
}

template <class T> constexpr SignatureSink::Special specialKind() {
  return std::is_same_v<T, bool>    ? SignatureSink::Special::Bool
         : std::is_same_v<T, DType> ? SignatureSink::Special::DType
         : std::is_enum_v<T>        ? SignatureSink::Special::Enum
                                    : SignatureSink::Special::None;
}

template <class T>
inline constexpr bool isPlainStruct =
    std::is_class_v<T> && std::is_aggregate_v<T> && !std::is_empty_v<T> && !RangeLike<T> && !TupleLike<T> &&
    !VariantLike<T> && !OptionalLike<T> && !SmallElement<T>;

template <class... Ts> struct TypeList {};
template <class T>
using FieldTypes = decltype(withFields(
    std::declval<T &>(), [](auto &...fields) { return TypeList<std::remove_cvref_t<decltype(fields)>...>(); }));
template <class T, size_t... I>
TypeList<std::remove_cvref_t<std::tuple_element_t<I, T>>...> elementTypes(std::index_sequence<I...>);
template <class T> using ElementTypes = decltype(elementTypes<T>(std::make_index_sequence<std::tuple_size_v<T>>()));

template <class T> constexpr bool holdsHandles();
template <class... Ts> constexpr bool anyHoldsHandles(TypeList<Ts...>);

/// Of what stands in a tuple, array or struct: structs count as well.
template <class T> constexpr bool memberHoldsHandles() {
  if constexpr (HasMemberList<T>)
    return anyHoldsHandles(ElementTypes<decltype(std::declval<const T &>().onnxc_members())>());
  else if constexpr (isPlainStruct<T>)
    return anyHoldsHandles(FieldTypes<T>());
  else
    return holdsHandles<T>();
}
template <class... Ts> constexpr bool anyHoldsHandles(TypeList<Ts...>) { return (memberHoldsHandles<Ts>() || ...); }

/// True for tensors, and for optionals, lists, tuples and arrays of them.
template <class T> constexpr bool holdsHandles() {
  if constexpr (std::is_base_of_v<Handle, T>)
    return true;
  else if constexpr (OptionalLike<T>)
    return holdsHandles<std::remove_cvref_t<decltype(*std::declval<T &>())>>();
  else if constexpr (StringLike<T>)
    return false;
  else if constexpr (TupleLike<T>)
    return anyHoldsHandles(ElementTypes<T>());
  else if constexpr (RangeLike<T>)
    return holdsHandles<std::remove_cv_t<typename T::value_type>>();
  else
    return false;
}

template <class T> void describeParameter(SignatureSink &sink, bool optional = false);
template <class... Ts> void describeFields(SignatureSink &sink, TypeList<Ts...>) { (describeParameter<Ts>(sink), ...); }

template <class T> void describeParameter(SignatureSink &sink, bool optional) {
  using Form = SignatureSink::Form;
  if constexpr (std::is_base_of_v<Handle, T>) {
    sink.input(optional ? Form::Optional : Form::Single, Declared<T>::type);
  } else if constexpr (OptionalLike<T>) {
    describeParameter<std::remove_cvref_t<decltype(*std::declval<T &>())>>(sink, true);
  } else if constexpr (RangeLike<T> && !TupleLike<T> && holdsHandles<T>()) {
    using Item = std::remove_cv_t<typename T::value_type>;
    if constexpr (OptionalLike<Item>)
      sink.input(Form::VariadicOptional, Declared<std::remove_cvref_t<decltype(*std::declval<Item &>())>>::type);
    else
      sink.input(Form::Variadic, Declared<Item>::type);
  } else if constexpr (TupleLike<T> && holdsHandles<T>()) {
    sink.beginStruct();
    describeFields(sink, ElementTypes<T>());
    sink.endStruct();
  } else if constexpr (HasMemberList<T>) {
    sink.beginStruct();
    describeFields(sink, ElementTypes<decltype(std::declval<const T &>().onnxc_members())>());
    sink.endStruct();
  } else if constexpr (isPlainStruct<T>) {
    sink.beginStruct();
    describeFields(sink, FieldTypes<T>());
    sink.endStruct();
  } else {
    sink.attribute(attributeKind<T>(), optional, specialKind<T>(), typeid(T));
  }
}

template <class R> void describeResult(SignatureSink &sink);
template <class... Ts> void describeResults(SignatureSink &sink, TypeList<Ts...>) { (describeResult<Ts>(sink), ...); }

template <class R> void describeResult(SignatureSink &sink) {
  if constexpr (std::is_base_of_v<Handle, R>)
    sink.output(false, Declared<R>::type);
  else if constexpr (OptionalLike<R>)
    describeResult<std::remove_cvref_t<decltype(*std::declval<R &>())>>(sink);
  else if constexpr (TupleLike<R>)
    describeResults(sink, ElementTypes<R>());
  else if constexpr (RangeLike<R> && holdsHandles<R>())
    sink.output(true, Declared<std::remove_cv_t<typename R::value_type>>::type);
  else if constexpr (isPlainStruct<R>)
    describeResults(sink, FieldTypes<R>());
}

} // namespace onnxc::stub::detail

#endif
