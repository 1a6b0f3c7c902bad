//===- attributes.h - What operator attributes are written as -------------===//
//
// The members of the attribute structs in the generated operator headers. Each takes only what fits its ONNX kind, so
// that
// `.axis = 1.5` does not compile, and is absent unless it is given. Lists take single braces: `.perm = {1, 0}`.
// Every kind can also be given as a std::optional, which may be empty.
//
//===----------------------------------------------------------------------===//
#ifndef ONNXC_ATTRIBUTES_H
#define ONNXC_ATTRIBUTES_H
#pragma GCC system_header

#include "onnxc/detail/buffer.h"
#include "onnxc/dtype.h"
#include "onnxc/literal.h"

#include <initializer_list>

namespace onnxc {

/// The kinds of attributes that have a C++ form. The values are those of `AttributeProto.AttributeType`.
enum class AttributeKind : unsigned char {
  Float = 1,
  Int = 2,
  String = 3,
  Tensor = 4,
  Floats = 6,
  Ints = 7,
  Strings = 8,
  SparseTensor = 11,
  Type = 13,
};

namespace detail {

/// What all attributes share; `kind` tells the derived class.
class AttributeBase {
public:
  AttributeKind kind() const { return kind_; }
  /// False for an attribute that was not given: it is left out of the node.
  bool isGiven() const { return given_; }

protected:
  AttributeBase(AttributeKind kind, bool given) : kind_(kind), given_(given) {}

private:
  AttributeKind kind_;
  bool given_;
};

template <class T>
concept IntegerLike = std::is_integral_v<T> || std::is_enum_v<T>;

/// std::optional, without its header.
template <class T>
concept OptionalLike = requires(const T &value) {
  value.has_value();
  *value;
};

/// A list that is no string: std::vector, std::array, std::span, C arrays.
template <class T>
concept ListLike = isElementRange<T> || (std::is_class_v<T> && !StringLike<T> && requires(const T &list) {
                     list.begin() != list.end();
                     list.size();
                   });

template <class T>
  requires requires(const T &list) { list.begin(); }
inline auto listBegin(const T &list) {
  return list.begin();
}
template <class T>
  requires requires(const T &list) { list.end(); }
inline auto listEnd(const T &list) {
  return list.end();
}
template <class T, size_t N> inline const T *listBegin(const T (&list)[N]) { return list; }
template <class T, size_t N> inline const T *listEnd(const T (&list)[N]) { return list + N; }
template <ListLike T> using ListItem = std::remove_cvref_t<decltype(*listBegin(std::declval<const T &>()))>;

} // namespace detail

/// An integer: from any integer, bool or enumerator (`DType` among them).
class IntAttribute : public detail::AttributeBase {
public:
  IntAttribute() : AttributeBase(AttributeKind::Int, false) {}
  template <detail::IntegerLike T>
  IntAttribute(T value) : AttributeBase(AttributeKind::Int, true), value_(static_cast<int64_t>(value)) {}
  template <detail::OptionalLike T>
    requires detail::IntegerLike<std::remove_cvref_t<decltype(*std::declval<const T &>())>>
  IntAttribute(const T &value) : IntAttribute() {
    if (value.has_value())
      *this = IntAttribute(*value);
  }

  int64_t value() const { return value_; }

private:
  int64_t value_ = 0;
};

/// A float, of 32 bits in ONNX: from any number.
class FloatAttribute : public detail::AttributeBase {
public:
  FloatAttribute() : AttributeBase(AttributeKind::Float, false) {}
  template <detail::Arithmetic T>
  FloatAttribute(T value) : AttributeBase(AttributeKind::Float, true), value_(static_cast<float>(value)) {}
  template <detail::OptionalLike T>
    requires detail::Arithmetic<std::remove_cvref_t<decltype(*std::declval<const T &>())>>
  FloatAttribute(const T &value) : FloatAttribute() {
    if (value.has_value())
      *this = FloatAttribute(*value);
  }

  float value() const { return value_; }

private:
  float value_ = 0;
};

/// A string: from a literal, std::string or std::string_view.
class StringAttribute : public detail::AttributeBase {
public:
  StringAttribute() : AttributeBase(AttributeKind::String, false) {}
  StringAttribute(const char *text) : AttributeBase(AttributeKind::String, true), value_(detail::makeText(text)) {}
  template <detail::StringLike T>
  StringAttribute(const T &text) : AttributeBase(AttributeKind::String, true), value_(text.data(), text.size()) {}
  /// A literal 0 is no null pointer here.
  template <detail::Arithmetic T> StringAttribute(T) = delete;
  StringAttribute(decltype(nullptr)) = delete;
  template <detail::OptionalLike T>
    requires(dtypeOf<std::remove_cvref_t<decltype(*std::declval<const T &>())>> == DType::STRING)
  StringAttribute(const T &value) : StringAttribute() {
    if (value.has_value())
      *this = StringAttribute(*value);
  }

  const detail::Text &value() const { return value_; }

private:
  detail::Text value_;
};

/// Integers: from a braced list, std::vector, std::array, std::span or C array of them.
class IntsAttribute : public detail::AttributeBase {
public:
  IntsAttribute() : AttributeBase(AttributeKind::Ints, false) {}
  IntsAttribute(std::initializer_list<int64_t> values)
      : AttributeBase(AttributeKind::Ints, true), values_(values.begin(), values.size()) {}
  template <detail::ListLike T>
    requires detail::IntegerLike<detail::ListItem<T>>
  IntsAttribute(const T &list) : AttributeBase(AttributeKind::Ints, true) {
    for (auto item = detail::listBegin(list), end = detail::listEnd(list); item != end; ++item)
      values_.push(static_cast<int64_t>(*item));
  }
  template <detail::OptionalLike T>
    requires detail::IntegerLike<detail::ListItem<std::remove_cvref_t<decltype(*std::declval<const T &>())>>>
  IntsAttribute(const T &value) : IntsAttribute() {
    if (value.has_value())
      *this = IntsAttribute(*value);
  }

  const detail::Buffer<int64_t> &values() const { return values_; }

private:
  detail::Buffer<int64_t> values_;
};

/// Floats, of 32 bits in ONNX: from a braced list, std::vector, std::array, std::span or C array of numbers.
class FloatsAttribute : public detail::AttributeBase {
public:
  FloatsAttribute() : AttributeBase(AttributeKind::Floats, false) {}
  FloatsAttribute(std::initializer_list<float> values)
      : AttributeBase(AttributeKind::Floats, true), values_(values.begin(), values.size()) {}
  template <detail::ListLike T>
    requires detail::Arithmetic<detail::ListItem<T>>
  FloatsAttribute(const T &list) : AttributeBase(AttributeKind::Floats, true) {
    for (auto item = detail::listBegin(list), end = detail::listEnd(list); item != end; ++item)
      values_.push(static_cast<float>(*item));
  }
  template <detail::OptionalLike T>
    requires detail::Arithmetic<detail::ListItem<std::remove_cvref_t<decltype(*std::declval<const T &>())>>>
  FloatsAttribute(const T &value) : FloatsAttribute() {
    if (value.has_value())
      *this = FloatsAttribute(*value);
  }

  const detail::Buffer<float> &values() const { return values_; }

private:
  detail::Buffer<float> values_;
};

/// Strings: from a braced list, std::vector, std::array, std::span or C array of strings.
class StringsAttribute : public detail::AttributeBase {
public:
  StringsAttribute() : AttributeBase(AttributeKind::Strings, false) {}
  StringsAttribute(std::initializer_list<StringAttribute> values) : AttributeBase(AttributeKind::Strings, true) {
    for (const StringAttribute &value : values)
      values_.push(value.value());
  }
  template <detail::ListLike T>
    requires(dtypeOf<detail::ListItem<T>> == DType::STRING)
  StringsAttribute(const T &list) : AttributeBase(AttributeKind::Strings, true) {
    for (auto item = detail::listBegin(list), end = detail::listEnd(list); item != end; ++item)
      values_.push(StringAttribute(*item).value());
  }
  template <detail::OptionalLike T>
    requires(dtypeOf<detail::ListItem<std::remove_cvref_t<decltype(*std::declval<const T &>())>>> == DType::STRING)
  StringsAttribute(const T &value) : StringsAttribute() {
    if (value.has_value())
      *this = StringsAttribute(*value);
  }

  const detail::Buffer<detail::Text> &values() const { return values_; }

private:
  detail::Buffer<detail::Text> values_;
};

/// A constant tensor: from a TensorLiteral, or from what one is made from.
class TensorAttribute : public detail::AttributeBase {
public:
  TensorAttribute() : AttributeBase(AttributeKind::Tensor, false) {}
  TensorAttribute(const TensorLiteral &value) : AttributeBase(AttributeKind::Tensor, true), value_(value) {}
  template <detail::ElementRange T> TensorAttribute(const T &values) : TensorAttribute(TensorLiteral(values)) {}
  template <detail::OptionalLike T>
    requires std::is_same_v<std::remove_cvref_t<decltype(*std::declval<const T &>())>, TensorLiteral>
  TensorAttribute(const T &value) : TensorAttribute() {
    if (value.has_value())
      *this = TensorAttribute(*value);
  }

  const TensorLiteral &value() const { return value_; }

private:
  TensorLiteral value_;
};

/// A constant sparse tensor.
class SparseTensorAttribute : public detail::AttributeBase {
public:
  SparseTensorAttribute() : AttributeBase(AttributeKind::SparseTensor, false) {}
  SparseTensorAttribute(const SparseTensorLiteral &value)
      : AttributeBase(AttributeKind::SparseTensor, true), value_(value) {}

  const SparseTensorLiteral &value() const { return value_; }

private:
  SparseTensorLiteral value_;
};

/// A type, for the few operators that take one: `.type = onnxc::type<FLOAT<"N", 3>>()`.
class TypeAttribute : public detail::AttributeBase {
public:
  /// The outermost constructor of a type comes first: seq(optional(tensor)) is {Sequence, Optional}.
  enum class Wrapper : unsigned char { Sequence, Optional };
  struct Dimension {
    int64_t size = -1;            ///< -1 if it is not fixed
    const char *symbol = nullptr; ///< null if it has no name
  };

  TypeAttribute() : AttributeBase(AttributeKind::Type, false) {}
  TypeAttribute(DType dtype, bool hasShape)
      : AttributeBase(AttributeKind::Type, true), dtype_(dtype), hasShape_(hasShape) {}

  void addDimension(Dimension dimension) { shape_.push(dimension); }
  void addWrapper(Wrapper wrapper) { wrappers_.push(wrapper); }

  DType dtype() const { return dtype_; }
  bool hasShape() const { return hasShape_; }
  const detail::Buffer<Dimension> &shape() const { return shape_; }
  const detail::Buffer<Wrapper> &wrappers() const { return wrappers_; }

private:
  DType dtype_ = DType::UNDEFINED;
  bool hasShape_ = false;
  detail::Buffer<Dimension> shape_;
  detail::Buffer<Wrapper> wrappers_;
};

/// A required attribute: leaving it out does not compile.
template <class Attribute> class Required : public Attribute {
public:
  Required() = delete;
  using Attribute::Attribute;
};

} // namespace onnxc

#endif // ONNXC_ATTRIBUTES_H
