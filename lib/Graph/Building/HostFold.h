//===- HostFold.h - C++'s own functions on known numbers ---------------------------===//
//
// Private to lib/Graph: how rows of LibraryFunctions.cpp fold. REAL2(std::fmod(x,
// y)) is a function from numbers to a number that computes in float or in double.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_HOSTFOLD_H
#define ONNXC_GRAPH_HOSTFOLD_H

#include "Graph/IR/Literal.h"
#include "Graph/IR/Type.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

namespace onnxc::graph::host {

template <class T> T as(const Number &number) {
  return std::visit(
      [](const auto &value) -> T {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
          return static_cast<T>(value);
        else
          return T();
      },
      number);
}

template <class T> Number numberOf(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return value;
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<double>(value);
  else if (std::is_signed_v<T> || static_cast<uint64_t>(value) <= static_cast<uint64_t>(INT64_MAX))
    return static_cast<int64_t>(value);
  else
    return static_cast<uint64_t>(value);
}

template <class T, class Host> Number callHost(const std::vector<Number> &x) {
  if constexpr (std::is_invocable_v<Host, T>)
    return numberOf(Host()(as<T>(x[0])));
  else if constexpr (std::is_invocable_v<Host, T, T>)
    return numberOf(Host()(as<T>(x[0]), as<T>(x[1])));
  else
    return numberOf(Host()(as<T>(x[0]), as<T>(x[1]), as<T>(x[2])));
}

template <class Host> Number foldReal(DType dtype, const std::vector<Number> &x) {
  return dtype == DType::FLOAT ? callHost<float, Host>(x) : callHost<double, Host>(x);
}

template <class Host> Number foldUnsigned(DType dtype, const std::vector<Number> &x) {
  switch (dtype) {
  case DType::UINT8:
    return callHost<uint8_t, Host>(x);
  case DType::UINT16:
    return callHost<uint16_t, Host>(x);
  case DType::UINT32:
    return callHost<uint32_t, Host>(x);
  default:
    return callHost<uint64_t, Host>(x);
  }
}

/// In the widest type of their kind.
template <class Host> Number foldIntegers(DType dtype, const std::vector<Number> &x) {
  return *convert(isSigned(dtype) ? callHost<int64_t, Host>(x) : callHost<uint64_t, Host>(x), dtype);
}

template <class Host> Number foldAny(DType dtype, const std::vector<Number> &x) {
  return isFloat(dtype) ? foldReal<Host>(dtype, x) : foldIntegers<Host>(dtype, x);
}

template <class T> T absolute(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(x);
  else if constexpr (std::is_unsigned_v<T>)
    return x;
  else
    return x < 0 ? static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(x)) : x;
}

template <class T> T leastCommonMultiple(T x, T y) {
  using Unsigned = std::make_unsigned_t<T>;
  if (x == 0 || y == 0)
    return 0;
  auto size = [](T number) { return static_cast<Unsigned>(absolute(number)); };
  return static_cast<T>(size(x) / std::gcd(size(x), size(y)) * size(y));
}

template <class T> T greatestCommonDivisor(T x, T y) {
  using Unsigned = std::make_unsigned_t<T>;
  return static_cast<T>(std::gcd(static_cast<Unsigned>(absolute(x)), static_cast<Unsigned>(absolute(y))));
}

/// As C++ does where the number does not fit: anything.
inline int64_t wholeNumber(double x) { return std::fabs(x) < 0x1p63 ? static_cast<int64_t>(x) : INT64_MIN; }

template <class T> T smallestPower(T x) {
  int width = x <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<T>(x - 1)));
  return width < std::numeric_limits<T>::digits ? static_cast<T>(T(1) << width) : T(0);
}

template <class T> T rotate(T x, T by) { return std::rotl(x, static_cast<int>(by % std::numeric_limits<T>::digits)); }

template <class T> T scale(T x, T n) { return std::ldexp(x, static_cast<int>(std::clamp<double>(n, -9999, 9999))); }

#define REAL1(EXPRESSION) foldReal<decltype([](auto x) { return EXPRESSION; })>
#define REAL2(EXPRESSION) foldReal<decltype([](auto x, decltype(x) y) { return EXPRESSION; })>
#define REAL3(EXPRESSION) foldReal<decltype([](auto x, decltype(x) y, decltype(x) z) { return EXPRESSION; })>
#define ANY1(EXPRESSION) foldAny<decltype([](auto x) { return EXPRESSION; })>
#define ANY2(EXPRESSION) foldAny<decltype([](auto x, decltype(x) y) { return EXPRESSION; })>
#define INTEGERS2(EXPRESSION) foldIntegers<decltype([](auto x, decltype(x) y) { return EXPRESSION; })>
#define BITS1(EXPRESSION) foldUnsigned<decltype([](auto x) { return EXPRESSION; })>
#define BITS2(EXPRESSION) foldUnsigned<decltype([](auto x, decltype(x) y) { return EXPRESSION; })>

} // namespace onnxc::graph::host

#endif
