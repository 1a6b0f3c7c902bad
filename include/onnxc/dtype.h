//===- dtype.h - ONNX element types and their C++ names -------------------===//
//
// Every ONNX element type has a C++ type: the built-in arithmetic types, std::string, and the small types below for
// those that C++20 lacks. `onnxc::dtypeOf<T>` maps a C++ type to its DType.
//
//===----------------------------------------------------------------------===//
#ifndef ONNXC_DTYPE_H
#define ONNXC_DTYPE_H
#pragma GCC system_header

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace onnxc {

/// An ONNX element type. The values are those of `TensorProto.DataType`.
enum class DType : int32_t {
  UNDEFINED = 0,
  FLOAT = 1,
  UINT8 = 2,
  INT8 = 3,
  UINT16 = 4,
  INT16 = 5,
  INT32 = 6,
  INT64 = 7,
  STRING = 8,
  BOOL = 9,
  FLOAT16 = 10,
  DOUBLE = 11,
  UINT32 = 12,
  UINT64 = 13,
  COMPLEX64 = 14,
  COMPLEX128 = 15,
  BFLOAT16 = 16,
  FLOAT8E4M3FN = 17,
  FLOAT8E4M3FNUZ = 18,
  FLOAT8E5M2 = 19,
  FLOAT8E5M2FNUZ = 20,
  UINT4 = 21,
  INT4 = 22,
  FLOAT4E2M1 = 23,
  FLOAT8E8M0 = 24,
  UINT2 = 25,
  INT2 = 26,
  FLOAT6E2M3 = 27,
  FLOAT6E3M2 = 28,
};

namespace detail {

/// The layout of a floating-point type of at most 16 bits.
struct FloatFormat {
  int exponentBits;
  int mantissaBits;
  int bias;
  bool isSigned;
  int infinity; ///< bits of +infinity; -1: the type has none, and values that are too large become `overflow`
  int nan;      ///< bits of NaN; -1: the type has none, and NaN becomes the largest finite value
  int largest;  ///< bits of the largest finite value
  int overflow; ///< bits of a value that is too large
};

/// `value` in `format`: rounded to nearest, ties to even.
constexpr uint16_t encodeFloat(double value, const FloatFormat &format) {
  if (value != value)
    return static_cast<uint16_t>(format.nan >= 0 ? format.nan : format.largest);
  bool negative = __builtin_copysign(1.0, value) < 0;
  if (negative)
    value = -value;
  if (negative && !format.isSigned)
    return static_cast<uint16_t>(format.nan >= 0 ? format.nan : 0);
  int smallest = 1 - format.bias; // the exponent of subnormal numbers
  int exponent = smallest;
  uint32_t bits = 0;
  if (value > 1e300) {
    bits = static_cast<uint32_t>(format.overflow);
  } else {
    double scaled = value;
    for (int i = 0; i < smallest; ++i)
      scaled *= 0.5;
    for (int i = 0; i > smallest; --i)
      scaled *= 2;
    for (; scaled >= 2; ++exponent)
      scaled *= 0.5;
    double unit = scaled;
    for (int i = 0; i < format.mantissaBits; ++i)
      unit *= 2;
    uint64_t whole = static_cast<uint64_t>(unit);
    double rest = unit - static_cast<double>(whole);
    if (rest > 0.5 || (rest == 0.5 && (whole & 1)))
      ++whole;
    // A mantissa that rounds up to the next power of two carries into the exponent by the addition.
    uint64_t wide = (static_cast<uint64_t>(exponent - smallest) << format.mantissaBits) + whole;
    bits = wide > static_cast<uint64_t>(format.largest) ? static_cast<uint32_t>(format.overflow)
                                                        : static_cast<uint32_t>(wide);
  }
  if (negative && !(bits == 0 && format.nan == 1 << (format.exponentBits + format.mantissaBits)))
    bits |= 1u << (format.exponentBits + format.mantissaBits); // FNUZ types have no negative zero
  return static_cast<uint16_t>(bits);
}

/// The value of `bits` in `format`.
constexpr double decodeFloat(uint16_t bits, const FloatFormat &format) {
  int magnitudeBits = format.exponentBits + format.mantissaBits;
  int magnitude = bits & ((1 << magnitudeBits) - 1);
  bool negative = format.isSigned && (bits >> magnitudeBits & 1);
  if (bits == format.nan || (magnitude > format.largest && magnitude != format.infinity))
    return __builtin_nan("");
  if (magnitude == format.infinity)
    return negative ? -__builtin_inf() : __builtin_inf();
  int exponent = magnitude >> format.mantissaBits;
  int mantissa = magnitude & ((1 << format.mantissaBits) - 1);
  double value = mantissa + (exponent ? 1 << format.mantissaBits : 0);
  for (int i = (exponent ? exponent : 1) - format.bias - format.mantissaBits; i != 0; i += i < 0 ? 1 : -1)
    value *= i < 0 ? 0.5 : 2;
  return negative ? -value : value;
}

/// FLOAT8E8M0 is a bare power of two: neither sign, zero nor mantissa. Rounds to nearest, ties away from zero.
constexpr uint16_t encodePowerOfTwo(double value) {
  if (!(value >= 0) || value > 1e300)
    return 0xff;
  int bits = 127;
  for (; value >= 1.5 && bits < 254; ++bits)
    value *= 0.5;
  for (; value < 0.75 && bits > 0; --bits)
    value *= 2;
  return static_cast<uint16_t>(bits);
}

template <class T>
concept Arithmetic = std::is_arithmetic_v<T>;

/// What the floating-point types share. `Bits` holds the value in the low bits.
template <class Bits, DType type, FloatFormat format> struct SmallFloat {
  static constexpr DType dtype = type;
  Bits bits = 0;

  constexpr SmallFloat() = default;
  template <Arithmetic T>
  constexpr SmallFloat(T value) : bits(static_cast<Bits>(encodeFloat(static_cast<double>(value), format))) {}
  static constexpr SmallFloat fromBits(Bits bits) {
    SmallFloat result;
    result.bits = bits;
    return result;
  }
  explicit constexpr operator float() const { return static_cast<float>(decodeFloat(bits, format)); }
  explicit constexpr operator double() const { return decodeFloat(bits, format); }
  friend constexpr bool operator==(SmallFloat a, SmallFloat b) {
    return decodeFloat(a.bits, format) == decodeFloat(b.bits, format);
  }
};

/// What the integers below a byte share.
template <class Value, DType type, int smallest, int largest> struct SmallInt {
  static constexpr DType dtype = type;
  Value value = 0;

  constexpr SmallInt() = default;
  /// `number` must be in range.
  template <Arithmetic T> constexpr SmallInt(T number) : value(static_cast<Value>(number)) {}
  explicit constexpr operator int() const { return value; }
  friend constexpr bool operator==(SmallInt a, SmallInt b) { return a.value == b.value; }
};

template <class Part, DType type> struct Complex {
  static constexpr DType dtype = type;
  Part real = 0;
  Part imag = 0;

  constexpr Complex() = default;
  constexpr Complex(Part real, Part imag = 0) : real(real), imag(imag) {}
  friend constexpr bool operator==(Complex a, Complex b) { return a.real == b.real && a.imag == b.imag; }
};

} // namespace detail

using float16 =
    detail::SmallFloat<uint16_t, DType::FLOAT16, detail::FloatFormat{5, 10, 15, true, 0x7c00, 0x7e00, 0x7bff, 0x7c00}>;
using bfloat16 =
    detail::SmallFloat<uint16_t, DType::BFLOAT16, detail::FloatFormat{8, 7, 127, true, 0x7f80, 0x7fc0, 0x7f7f, 0x7f80}>;
using float8e4m3fn =
    detail::SmallFloat<uint8_t, DType::FLOAT8E4M3FN, detail::FloatFormat{4, 3, 7, true, -1, 0x7f, 0x7e, 0x7e}>;
using float8e4m3fnuz =
    detail::SmallFloat<uint8_t, DType::FLOAT8E4M3FNUZ, detail::FloatFormat{4, 3, 8, true, -1, 0x80, 0x7f, 0x7f}>;
using float8e5m2 =
    detail::SmallFloat<uint8_t, DType::FLOAT8E5M2, detail::FloatFormat{5, 2, 15, true, 0x7c, 0x7e, 0x7b, 0x7b}>;
using float8e5m2fnuz =
    detail::SmallFloat<uint8_t, DType::FLOAT8E5M2FNUZ, detail::FloatFormat{5, 2, 16, true, -1, 0x80, 0x7f, 0x7f}>;
using float6e2m3 =
    detail::SmallFloat<uint8_t, DType::FLOAT6E2M3, detail::FloatFormat{2, 3, 1, true, -1, -1, 0x1f, 0x1f}>;
using float6e3m2 =
    detail::SmallFloat<uint8_t, DType::FLOAT6E3M2, detail::FloatFormat{3, 2, 3, true, -1, -1, 0x1f, 0x1f}>;
using float4e2m1 = detail::SmallFloat<uint8_t, DType::FLOAT4E2M1, detail::FloatFormat{2, 1, 1, true, -1, -1, 0x7, 0x7}>;
using int4 = detail::SmallInt<int8_t, DType::INT4, -8, 7>;
using uint4 = detail::SmallInt<uint8_t, DType::UINT4, 0, 15>;
using int2 = detail::SmallInt<int8_t, DType::INT2, -2, 1>;
using uint2 = detail::SmallInt<uint8_t, DType::UINT2, 0, 3>;
using complex64 = detail::Complex<float, DType::COMPLEX64>;
using complex128 = detail::Complex<double, DType::COMPLEX128>;

struct float8e8m0 {
  static constexpr DType dtype = DType::FLOAT8E8M0;
  uint8_t bits = 0;

  constexpr float8e8m0() = default;
  template <detail::Arithmetic T>
  constexpr float8e8m0(T value) : bits(static_cast<uint8_t>(detail::encodePowerOfTwo(static_cast<double>(value)))) {}
  friend constexpr bool operator==(float8e8m0 a, float8e8m0 b) { return a.bits == b.bits && a.bits != 0xff; }
};

namespace detail {

/// A type of ours with a `dtype`.
template <class T>
concept SmallElement = std::is_class_v<T> && std::is_same_v<decltype(T::dtype), const DType>;

/// std::string and std::string_view, without their headers.
template <class T>
concept StringLike = std::is_class_v<T> && requires(const T &text, const char *&data, size_t &size) {
  T::npos;
  data = text.data();
  size = text.size();
};

template <class T> constexpr DType dtypeOfType() {
  if constexpr (SmallElement<T>)
    return T::dtype;
  else if constexpr (StringLike<T> || std::is_same_v<T, const char *>)
    return DType::STRING;
  else if constexpr (std::is_same_v<T, bool>)
    return DType::BOOL;
  else if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? DType::FLOAT : DType::DOUBLE;
  else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    return sizeof(T) == 1 ? DType::INT8 : sizeof(T) == 2 ? DType::INT16 : sizeof(T) == 4 ? DType::INT32 : DType::INT64;
  else if constexpr (std::is_integral_v<T>)
    return sizeof(T) == 1   ? DType::UINT8
           : sizeof(T) == 2 ? DType::UINT16
           : sizeof(T) == 4 ? DType::UINT32
                            : DType::UINT64;
  else
    return DType::UNDEFINED;
}

} // namespace detail

/// The ONNX element type of the C++ type `T`; `DType::UNDEFINED` if it has none.
template <class T> inline constexpr DType dtypeOf = detail::dtypeOfType<T>();

namespace detail {
/// C++ types of tensor elements.
template <class T>
concept Element = dtypeOf<T> != DType::UNDEFINED;
} // namespace detail

} // namespace onnxc

#endif // ONNXC_DTYPE_H
