//===- literal.h - Constant tensors and types written in C++ --------------===//
#ifndef ONNXC_LITERAL_H
#define ONNXC_LITERAL_H
#pragma GCC system_header

#include "onnxc/detail/buffer.h"
#include "onnxc/dtype.h"

#include <initializer_list>
#include <utility>

namespace onnxc {

class TensorLiteral;

namespace detail {

/// std::vector, std::array, std::span, std::initializer_list ... of elements, in any nesting; C arrays.
template <class T> inline constexpr bool isElementRange = false;
template <class T>
  requires(!StringLike<T> &&
           requires(const T &range) {
             range.begin();
             range.end();
             range.size();
           })
inline constexpr bool isElementRange<T> =
    Element<std::remove_cvref_t<decltype(*std::declval<const T &>().begin())>> ||
    isElementRange<std::remove_cvref_t<decltype(*std::declval<const T &>().begin())>>;
template <class T, size_t N>
inline constexpr bool isElementRange<T[N]> =
    !std::is_same_v<T, char> && (Element<std::remove_cv_t<T>> || isElementRange<std::remove_cv_t<T>>);
template <class T, size_t N> inline constexpr bool isElementRange<const T[N]> = isElementRange<T[N]>;

template <class T>
concept ElementRange = isElementRange<T>;

/// Rows of different lengths: throws std::invalid_argument. Defined by the runtime.
[[noreturn]] void failRaggedLiteral();

} // namespace detail

/// A constant tensor: element type, shape and data. Immutable once made; made by `onnxc::tensor(...)` or from arrays,
/// std::array and std::vector of elements.
class TensorLiteral {
public:
  /// Rank 1, no elements, no element type.
  TensorLiteral() = default;
  template <detail::ElementRange Range> TensorLiteral(const Range &range) { appendRange(range, 0); }

  /// A tensor of rank 0.
  template <detail::Element T> static TensorLiteral scalar(const T &value) {
    TensorLiteral result;
    result.append(value);
    return result;
  }
  /// Nested lists, `Element` being the type of the elements whatever the lists hold.
  template <class ElementType, class Range> static TensorLiteral ofLists(const Range &lists) {
    TensorLiteral result;
    result.dtype_ = dtypeOf<ElementType>;
    result.template appendRange<Range, ElementType>(lists, 0);
    return result;
  }

  DType dtype() const { return dtype_; }
  size_t rank() const { return shape_.size(); }
  const int64_t *shape() const { return shape_.data(); }
  /// The number of elements.
  size_t size() const { return size_; }
  /// The elements in row-major order, in C++ representation: a byte per bool and per element of less than a byte,
  /// a float or double pair per complex number. Empty for strings.
  const unsigned char *data() const { return data_.data(); }
  size_t dataSize() const { return data_.size(); }
  /// The elements of a tensor of strings, else empty.
  const detail::Buffer<detail::Text> &strings() const { return strings_; }

private:
  template <class T> void append(const T &value) {
    dtype_ = dtypeOf<T>;
    ++size_;
    if constexpr (detail::StringLike<T>) {
      strings_.push(detail::Text(value.data(), value.size()));
    } else if constexpr (dtypeOf<T> == DType::STRING) {
      strings_.push(detail::makeText(value));
    } else if constexpr (std::is_same_v<T, long double>) {
      append(static_cast<double>(value));
      --size_;
    } else {
      auto *bytes = reinterpret_cast<const unsigned char *>(&value);
      for (size_t i = 0; i < sizeof(T); ++i)
        data_.push(bytes[i]);
    }
  }
  /// `ElementType` is void if the range's own elements give it.
  template <class Range, class ElementType = void> void appendRange(const Range &range, size_t depth) {
    using Item = std::remove_cvref_t<decltype(*begin(range))>;
    int64_t count = static_cast<int64_t>(end(range) - begin(range));
    if (depth == shape_.size())
      shape_.push(count);
    else if (shape_[depth] != count)
      detail::failRaggedLiteral();
    for (auto item = begin(range), last = end(range); item != last; ++item) {
      if constexpr (detail::Element<Item> && std::is_void_v<ElementType>)
        append(static_cast<Item>(*item));
      else if constexpr (detail::Element<Item>)
        append(static_cast<ElementType>(*item));
      else
        appendRange<Item, ElementType>(*item, depth + 1);
    }
    if constexpr (detail::Element<Item> && std::is_void_v<ElementType>)
      dtype_ = dtypeOf<Item>;
    else if constexpr (!detail::Element<Item>)
      if (count == 0)
        appendNothing<Item>();
  }
  /// The element type of an empty list of lists.
  template <class Item> void appendNothing() {
    if constexpr (detail::Element<Item>)
      dtype_ = dtypeOf<Item>;
    else
      appendNothing<std::remove_cvref_t<decltype(*begin(std::declval<const Item &>()))>>();
  }
  template <class Range> static auto begin(const Range &range) { return range.begin(); }
  template <class Range> static auto end(const Range &range) { return range.end(); }
  template <class T, size_t N> static const T *begin(const T (&range)[N]) { return range; }
  template <class T, size_t N> static const T *end(const T (&range)[N]) { return range + N; }

  DType dtype_ = DType::UNDEFINED;
  size_t size_ = 0;
  detail::Buffer<int64_t> shape_;
  detail::Buffer<unsigned char> data_;
  detail::Buffer<detail::Text> strings_;
};

/// A constant tensor from braced lists: `tensor({{1.f, 2.f}, {3.f, 4.f}})`, `tensor<int64_t>({1, 2})`,
/// `tensor<int64_t>({})`. All rows of an axis need the same length (else std::invalid_argument is thrown).
template <class T> TensorLiteral tensor(std::initializer_list<T> values) { return TensorLiteral::ofLists<T>(values); }
template <class T> TensorLiteral tensor(std::initializer_list<std::initializer_list<T>> values) {
  return TensorLiteral::ofLists<T>(values);
}
template <class T> TensorLiteral tensor(std::initializer_list<std::initializer_list<std::initializer_list<T>>> values) {
  return TensorLiteral::ofLists<T>(values);
}
template <class T>
TensorLiteral
tensor(std::initializer_list<std::initializer_list<std::initializer_list<std::initializer_list<T>>>> values) {
  return TensorLiteral::ofLists<T>(values);
}
template <class T>
TensorLiteral tensor(
    std::initializer_list<std::initializer_list<std::initializer_list<std::initializer_list<std::initializer_list<T>>>>>
        values) {
  return TensorLiteral::ofLists<T>(values);
}
/// A constant of rank 0: `tensor<int64_t>(3)`, `tensor(1.5f)`.
template <detail::Element T> TensorLiteral tensor(const T &value) { return TensorLiteral::scalar(value); }
/// A constant from an array, std::array or std::vector.
template <detail::ElementRange Range> TensorLiteral tensor(const Range &values) { return TensorLiteral(values); }

/// A constant sparse tensor in COO format, for `Constant`'s `sparse_value`.
struct SparseTensorLiteral {
  TensorLiteral values;  ///< [NNZ]
  TensorLiteral indices; ///< int64: [NNZ], linear, or [NNZ, rank]
  TensorLiteral dims;    ///< int64, the shape of the dense tensor
};

} // namespace onnxc

#endif // ONNXC_LITERAL_H
