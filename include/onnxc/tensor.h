//===- tensor.h - The tensor type of scripted and traced functions --------===//
#ifndef ONNXC_TENSOR_H
#define ONNXC_TENSOR_H
#pragma GCC system_header

#include "onnxc/annotations.h"
#include "onnxc/detail/handle.h"
#include "onnxc/dtype.h"
#include "onnxc/literal.h"

#include <initializer_list>

namespace onnxc {

class Index;

namespace detail {

/// A C++ number on its way into the graph. It keeps its C++ type in `dtype`; the value is in the member of its kind:
/// `integer` for signed integers and bool, `natural` for unsigned integers, `real` for floating point.
struct Scalar {
  DType dtype;
  union {
    int64_t integer;
    uint64_t natural;
    double real;
  };
  template <Arithmetic T> explicit Scalar(T value) : dtype(dtypeOf<T>) {
    if constexpr (std::is_floating_point_v<T>)
      real = static_cast<double>(value);
    else if constexpr (std::is_signed_v<T> || std::is_same_v<T, bool>)
      integer = static_cast<int64_t>(value);
    else
      natural = static_cast<uint64_t>(value);
  }
};

} // namespace detail

/// A tensor of any element type and shape: a cheap handle with value semantics. In a scripted function it is compiled;
/// in a traced one each operation on it makes a node of the graph that is being built, and throws TraceError where
/// there is none or where the graph can't hold the operation.
///
/// A C++ number becomes a tensor of rank 0 without an element type of its own: it takes that of the tensor it meets.
class Tensor : public detail::Handle {
public:
  /// An unset variable: using it is an error.
  Tensor() = default;
  explicit Tensor(detail::Handle handle) noexcept : Handle(static_cast<Handle &&>(handle)) {}
  Tensor(const Tensor &) = default;
  Tensor(Tensor &&) noexcept = default;
  template <detail::Arithmetic T> Tensor(T number) : Tensor(detail::Scalar(number)) {}
  /// A number of one of onnxc's own element types, which it keeps.
  template <detail::SmallElement T> Tensor(const T &number) : Tensor(TensorLiteral::scalar(number)) {}
  /// A string tensor of rank 0.
  Tensor(const char *text) : Tensor(text, __builtin_strlen(text)) {}
  Tensor(decltype(nullptr)) = delete;
  template <detail::StringLike T> Tensor(const T &text) : Tensor(text.data(), text.size()) {}
  /// A constant with the shape of the literal, array, std::array or std::vector.
  Tensor(const TensorLiteral &literal);
  template <detail::ElementRange Range> Tensor(const Range &values) : Tensor(TensorLiteral(values)) {}

  /// Assignment is for variables only: `x[0] = v` does not compile; write `x = x.index_put({0}, v)`.
  Tensor &operator=(const Tensor &) & = default;
  Tensor &operator=(Tensor &&) & noexcept = default;

  /// True if the only element is not zero. For conditions (`if`, `while`, `&&` with a bool ...): a scripted function
  /// compiles them; a traced one throws TraceError as the value is not known.
  explicit operator bool() const;

  /// The number of dimensions.
  int64_t rank() const;
  /// The size of dimension `axis`, which counts from the end if negative. When tracing, TraceError if it is not known.
  int64_t dim(int64_t axis) const;
  /// The number of elements. When tracing, TraceError if it is not known.
  int64_t numel() const;
  DType dtype() const;
  /// The shape, int64[rank].
  Tensor shape() const;
  /// This tensor with other elements: ONNX's Cast.
  Tensor to(DType dtype) const;

  /// Indexing as in libtorch. Numbers and tensors of rank 0 select; then index tensors pair and broadcast.
  Tensor operator[](const Index &index) const;
  Tensor index(std::initializer_list<Index> indices) const;
  template <class Range>
    requires requires(const Range &range, const Index *&data, size_t &size) {
      data = range.data();
      size = range.size();
    }
  Tensor index(const Range &indices) const {
    return indexed(indices.data(), indices.size());
  }
  /// A copy of this tensor with `values` at the indices; with `accumulate`, added there.
  Tensor index_put(std::initializer_list<Index> indices, const Tensor &values, bool accumulate = false) const;
  template <class Range>
    requires requires(const Range &range, const Index *&data, size_t &size) {
      data = range.data();
      size = range.size();
    }
  Tensor index_put(const Range &indices, const Tensor &values, bool accumulate = false) const {
    return indexPut(indices.data(), indices.size(), values, accumulate);
  }

  Tensor &operator+=(const Tensor &other) &;
  Tensor &operator-=(const Tensor &other) &;
  Tensor &operator*=(const Tensor &other) &;
  Tensor &operator/=(const Tensor &other) &;
  Tensor &operator%=(const Tensor &other) &;
  Tensor &operator&=(const Tensor &other) &;
  Tensor &operator|=(const Tensor &other) &;
  Tensor &operator^=(const Tensor &other) &;
  Tensor &operator<<=(const Tensor &other) &;
  Tensor &operator>>=(const Tensor &other) &;
  Tensor &operator++() &;
  Tensor &operator--() &;
  Tensor operator++(int) &;
  Tensor operator--(int) &;

private:
  explicit Tensor(detail::Scalar number);
  Tensor(const char *text, size_t size);
  Tensor indexed(const Index *indices, size_t count) const;
  Tensor indexPut(const Index *indices, size_t count, const Tensor &values, bool accumulate) const;
};

/// Element-wise, broadcasting. Integer `/` and `%` truncate as in C++.
Tensor operator+(const Tensor &a, const Tensor &b);
Tensor operator-(const Tensor &a, const Tensor &b);
Tensor operator*(const Tensor &a, const Tensor &b);
Tensor operator/(const Tensor &a, const Tensor &b);
Tensor operator%(const Tensor &a, const Tensor &b);
Tensor operator+(const Tensor &a);
Tensor operator-(const Tensor &a);
/// Of bool tensors.
Tensor operator!(const Tensor &a);
/// Of integer tensors.
Tensor operator~(const Tensor &a);
/// Comparisons give bool tensors.
Tensor operator<(const Tensor &a, const Tensor &b);
Tensor operator<=(const Tensor &a, const Tensor &b);
Tensor operator>(const Tensor &a, const Tensor &b);
Tensor operator>=(const Tensor &a, const Tensor &b);
Tensor operator==(const Tensor &a, const Tensor &b);
Tensor operator!=(const Tensor &a, const Tensor &b);
/// And, Or of bool tensors: element-wise, both sides are computed.
Tensor operator&&(const Tensor &a, const Tensor &b);
Tensor operator&&(const Tensor &a, bool b);
Tensor operator&&(bool a, const Tensor &b);
Tensor operator||(const Tensor &a, const Tensor &b);
Tensor operator||(const Tensor &a, bool b);
Tensor operator||(bool a, const Tensor &b);
/// Bitwise on integer tensors, logical on bool tensors.
Tensor operator&(const Tensor &a, const Tensor &b);
Tensor operator|(const Tensor &a, const Tensor &b);
Tensor operator^(const Tensor &a, const Tensor &b);
/// Of unsigned integer tensors.
Tensor operator<<(const Tensor &a, const Tensor &b);
Tensor operator>>(const Tensor &a, const Tensor &b);

/// `x` with elements of type `T`: ONNX's Cast.
template <class T> Tensor cast(const Tensor &x) { return x.to(dtypeOf<T>); }

namespace detail {

void acceptTensor(const Tensor &);

/// What a Tensor is initialised from without being asked: tensors, numbers, strings, literals, arrays, and results of
/// operators.
template <class T>
concept TensorSource = requires(const T &value) { acceptTensor(value); };

/// A TensorSource that is no Tensor itself.
template <class T>
concept OtherTensorSource = !std::is_base_of_v<Tensor, T> && TensorSource<T>;

} // namespace detail

} // namespace onnxc

#include "onnxc/index.h"
#include "onnxc/range.h"
#include "onnxc/sequence.h"
#include "onnxc/tensor_of.h"

#endif // ONNXC_TENSOR_H
