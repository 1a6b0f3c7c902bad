//===- tensor_of.h - Tensors with a declared element type and shape -------===//
#ifndef ONNXC_TENSOR_OF_H
#define ONNXC_TENSOR_OF_H
#pragma GCC system_header

#include "onnxc/tensor.h"

#include <iosfwd> // the name std::string

namespace onnxc {

namespace detail {
// They end a constant evaluation, and their names are the errors: with -fno-exceptions there is no `throw`.
void dimensionIsNegative();
void nameOfDimensionHasNot1To31Bytes();
} // namespace detail

/// A dimension in a TensorOf: a string is a symbol, a number is fixed.
struct Dim {
  enum class Kind : unsigned char { Fixed, Symbol, Unknown, Scalar };

  Kind kind;
  int64_t size = 0;     ///< of a fixed dimension
  char symbol[32] = {}; ///< of a symbol: its name, at most 31 bytes

  consteval Dim(int64_t size) : kind(Kind::Fixed), size(size) {
    if (size < 0)
      detail::dimensionIsNegative();
  }
  template <size_t N> consteval Dim(const char (&name)[N]) : kind(Kind::Symbol) {
    if (N < 2 || N > sizeof(symbol))
      detail::nameOfDimensionHasNot1To31Bytes();
    for (size_t i = 0; i < N; ++i)
      symbol[i] = name[i];
  }
  consteval Dim(Kind kind) : kind(kind) {}
};

/// A dimension of which nothing is known.
inline constexpr Dim dyn{Dim::Kind::Unknown};
/// As the only dimension: rank 0.
inline constexpr Dim scalar{Dim::Kind::Scalar};

// Type variables: `TensorOf<Real>` is a tensor of any one of these types. Parameters and results with the same type
// variable have the same element type.

/// All numbers but complex ones.
struct Real {};
/// Floating-point numbers.
struct Float {};
/// Integers, signed and unsigned.
struct Int {};
/// All numbers, complex ones included.
struct Numeric {};
/// All element types.
struct Any {};
/// One of the element types `Ts`.
template <class... Ts> struct OneOf {};

/// A tensor with elements of type `T` (an element type or a type variable) and the given dimensions; without any, of
/// any shape. The compiler and the tracer check what is known of it.
template <class T, Dim... dims> class TensorOf : public Tensor {
public:
  TensorOf() = default;
  TensorOf(const TensorOf &) = default;
  TensorOf(TensorOf &&) noexcept = default;
  TensorOf(const Tensor &tensor) : Tensor(tensor) {}
  TensorOf(Tensor &&tensor) noexcept : Tensor(static_cast<Tensor &&>(tensor)) {}
  /// From whatever a Tensor is initialised from.
  template <detail::OtherTensorSource Source> TensorOf(const Source &source) : Tensor(source) {}

  TensorOf &operator=(const TensorOf &) & = default;
  TensorOf &operator=(TensorOf &&) & noexcept = default;
};

template <Dim... dims> using FLOAT = TensorOf<float, dims...>;
template <Dim... dims> using DOUBLE = TensorOf<double, dims...>;
template <Dim... dims> using FLOAT16 = TensorOf<float16, dims...>;
template <Dim... dims> using BFLOAT16 = TensorOf<bfloat16, dims...>;
template <Dim... dims> using FLOAT8E4M3FN = TensorOf<float8e4m3fn, dims...>;
template <Dim... dims> using FLOAT8E4M3FNUZ = TensorOf<float8e4m3fnuz, dims...>;
template <Dim... dims> using FLOAT8E5M2 = TensorOf<float8e5m2, dims...>;
template <Dim... dims> using FLOAT8E5M2FNUZ = TensorOf<float8e5m2fnuz, dims...>;
template <Dim... dims> using FLOAT8E8M0 = TensorOf<float8e8m0, dims...>;
template <Dim... dims> using FLOAT6E2M3 = TensorOf<float6e2m3, dims...>;
template <Dim... dims> using FLOAT6E3M2 = TensorOf<float6e3m2, dims...>;
template <Dim... dims> using FLOAT4E2M1 = TensorOf<float4e2m1, dims...>;
template <Dim... dims> using INT64 = TensorOf<int64_t, dims...>;
template <Dim... dims> using INT32 = TensorOf<int32_t, dims...>;
template <Dim... dims> using INT16 = TensorOf<int16_t, dims...>;
template <Dim... dims> using INT8 = TensorOf<int8_t, dims...>;
template <Dim... dims> using INT4 = TensorOf<int4, dims...>;
template <Dim... dims> using INT2 = TensorOf<int2, dims...>;
template <Dim... dims> using UINT64 = TensorOf<uint64_t, dims...>;
template <Dim... dims> using UINT32 = TensorOf<uint32_t, dims...>;
template <Dim... dims> using UINT16 = TensorOf<uint16_t, dims...>;
template <Dim... dims> using UINT8 = TensorOf<uint8_t, dims...>;
template <Dim... dims> using UINT4 = TensorOf<uint4, dims...>;
template <Dim... dims> using UINT2 = TensorOf<uint2, dims...>;
template <Dim... dims> using BOOL = TensorOf<bool, dims...>;
template <Dim... dims> using COMPLEX64 = TensorOf<complex64, dims...>;
template <Dim... dims> using COMPLEX128 = TensorOf<complex128, dims...>;
template <Dim... dims> using STRING = TensorOf<std::string, dims...>;

} // namespace onnxc

#endif // ONNXC_TENSOR_OF_H
