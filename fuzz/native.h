//===- native.h - What a generated script means, in plain C++ --------------===//
//
// The programs of generate.py include this instead of onnxc's headers: their tensors are numbers (or a few of them) that
// are computed with C++'s own arithmetic, so the very same control flow runs natively.
//
// A number that has not met a type yet is "flexible", as in onnxc: it takes the type of the number it meets.
//
//===----------------------------------------------------------------------===//
#ifndef ONNXC_FUZZ_NATIVE_H
#define ONNXC_FUZZ_NATIVE_H

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace onnxc {

enum Kind { flexInt, flexFloat, kBool, kInt32, kInt, kFloat, kDouble };
inline constexpr int most = 5; // elements of a vector

struct None_t {};
inline constexpr None_t None{};
struct Slice {
  Slice(None_t, None_t, int) {} // the generator writes the reversing slice only
};

class Index;

class Tensor {
public:
  Kind kind = flexInt;
  int size = 1;
  bool vector = false;
  int64_t i[most] = {};
  double d[most] = {};

  Tensor() = default;
  template <class T>
    requires std::is_arithmetic_v<T>
  Tensor(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      kind = flexFloat;
      d[0] = value;
    } else {
      kind = std::is_same_v<T, bool> ? kBool : flexInt;
      i[0] = value;
    }
  }
  bool real() const { return kind == flexFloat || kind == kFloat || kind == kDouble; }
  double number(int k) const {
    k = vector ? k : 0;
    return real() ? d[k] : static_cast<double>(i[k]);
  }
  int64_t integer(int k) const { return i[vector ? k : 0]; }
  explicit operator bool() const { return real() ? d[0] != 0 : i[0] != 0; }
  void set(int k, int64_t value) { i[k] = kind == kInt32 ? static_cast<int32_t>(value) : value; }
  void setReal(int k, double value) { d[k] = kind == kFloat ? static_cast<float>(value) : value; }
  /// This value with elements of another kind.
  Tensor as(Kind other) const {
    Tensor result = *this;
    result.kind = other;
    for (int k = 0; k < size; ++k) {
      if (result.real())
        result.setReal(k, other == kFloat && !real() ? static_cast<float>(i[k]) : number(k));
      else
        result.set(k, real() ? static_cast<int64_t>(d[k]) : i[k]);
    }
    return result;
  }
  int64_t dim(int64_t) const { return size; }
  Tensor element(int64_t k) const {
    Tensor result;
    k = k < 0 ? k + size : k;
    result.kind = kind;
    result.i[0] = i[k];
    result.d[0] = d[k];
    return result;
  }
  Tensor operator[](const Index &index) const;
  Tensor index(std::initializer_list<Index> indices) const;
  Tensor index_put(std::initializer_list<Index> indices, const Tensor &value) const;
  Tensor &operator+=(const Tensor &other);
  Tensor &operator-=(const Tensor &other);
  Tensor &operator*=(const Tensor &other);
  Tensor &operator/=(const Tensor &other);
  Tensor &operator%=(const Tensor &other);
  Tensor &operator++();
  Tensor &operator--();
  Tensor operator++(int);
  Tensor operator--(int);
};

class Index {
public:
  Tensor at;
  bool reverse = false;
  Index(int64_t value) : at(value) {}
  Index(int value) : at(value) {}
  Index(const Tensor &value) : at(value) {}
  Index(Slice) : reverse(true) {}
};

inline Tensor Tensor::operator[](const Index &index) const { return element(index.at.i[0]); }
inline Tensor Tensor::index(std::initializer_list<Index> indices) const {
  const Index &index = *indices.begin();
  if (!index.reverse)
    return element(index.at.i[0]);
  Tensor result = *this;
  for (int k = 0; k < size; ++k) {
    result.i[k] = i[size - 1 - k];
    result.d[k] = d[size - 1 - k];
  }
  return result;
}

/// The kind in which two numbers meet.
inline Kind meet(const Tensor &a, const Tensor &b) { return a.kind > b.kind ? a.kind : b.kind; }

inline Tensor Tensor::index_put(std::initializer_list<Index> indices, const Tensor &value) const {
  Tensor result = *this;
  int64_t k = indices.begin()->at.i[0];
  k = k < 0 ? k + size : k;
  Tensor cast = value.as(kind);
  result.i[k] = cast.i[0];
  result.d[k] = cast.d[0];
  return result;
}

template <class OnInt, class OnReal> Tensor compute(const Tensor &a, const Tensor &b, OnInt onInt, OnReal onReal) {
  Tensor result;
  result.kind = meet(a, b);
  result.vector = a.vector || b.vector;
  result.size = a.size > b.size ? a.size : b.size;
  Tensor x = a.as(result.kind), y = b.as(result.kind);
  for (int k = 0; k < result.size; ++k) {
    if (!result.real())
      result.set(k, onInt(x.integer(k), y.integer(k)));
    else if (result.kind == kFloat)
      result.setReal(k, onReal(static_cast<float>(x.number(k)), static_cast<float>(y.number(k))));
    else
      result.setReal(k, onReal(x.number(k), y.number(k)));
  }
  return result;
}
template <class Op> Tensor compare(const Tensor &a, const Tensor &b, Op op) {
  Tensor result;
  Kind kind = meet(a, b);
  result.kind = kBool;
  result.vector = a.vector || b.vector;
  result.size = a.size > b.size ? a.size : b.size;
  Tensor x = a.as(kind), y = b.as(kind);
  for (int k = 0; k < result.size; ++k)
    result.set(k, x.real() ? op(x.number(k), y.number(k)) : op(x.integer(k), y.integer(k)));
  return result;
}

// Integers wrap around, as ONNX Runtime's do (the programs are compiled with -fwrapv).
inline Tensor operator+(const Tensor &a, const Tensor &b) {
  return compute(a, b, [](int64_t x, int64_t y) { return x + y; }, [](auto x, auto y) { return x + y; });
}
inline Tensor operator-(const Tensor &a, const Tensor &b) {
  return compute(a, b, [](int64_t x, int64_t y) { return x - y; }, [](auto x, auto y) { return x - y; });
}
inline Tensor operator*(const Tensor &a, const Tensor &b) {
  return compute(a, b, [](int64_t x, int64_t y) { return x * y; }, [](auto x, auto y) { return x * y; });
}
inline Tensor operator/(const Tensor &a, const Tensor &b) {
  return compute(a, b, [](int64_t x, int64_t y) { return x / y; }, [](auto x, auto y) { return x / y; });
}
inline Tensor operator%(const Tensor &a, const Tensor &b) {
  return compute(a, b, [](int64_t x, int64_t y) { return x % y; }, [](auto x, auto y) { return std::fmod(x, y); });
}
inline Tensor operator-(const Tensor &a) {
  return compute(a, a, [](int64_t x, int64_t) { return -x; }, [](auto x, auto) { return -x; });
}
inline Tensor operator<(const Tensor &a, const Tensor &b) { return compare(a, b, [](auto x, auto y) { return x < y; }); }
inline Tensor operator<=(const Tensor &a, const Tensor &b) { return compare(a, b, [](auto x, auto y) { return x <= y; }); }
inline Tensor operator>(const Tensor &a, const Tensor &b) { return compare(a, b, [](auto x, auto y) { return x > y; }); }
inline Tensor operator>=(const Tensor &a, const Tensor &b) { return compare(a, b, [](auto x, auto y) { return x >= y; }); }
inline Tensor operator==(const Tensor &a, const Tensor &b) { return compare(a, b, [](auto x, auto y) { return x == y; }); }
inline Tensor operator!=(const Tensor &a, const Tensor &b) { return compare(a, b, [](auto x, auto y) { return x != y; }); }
inline Tensor operator&&(const Tensor &a, const Tensor &b) { return compare(a, b, [](auto x, auto y) { return x && y; }); }
inline Tensor operator||(const Tensor &a, const Tensor &b) { return compare(a, b, [](auto x, auto y) { return x || y; }); }
inline Tensor operator&&(const Tensor &a, bool b) { return a && Tensor(b); }
inline Tensor operator&&(bool a, const Tensor &b) { return Tensor(a) && b; }
inline Tensor operator||(const Tensor &a, bool b) { return a || Tensor(b); }
inline Tensor operator||(bool a, const Tensor &b) { return Tensor(a) || b; }
inline Tensor operator&(const Tensor &a, const Tensor &b) { return a && b; } // on bools only
inline Tensor operator|(const Tensor &a, const Tensor &b) { return a || b; }
inline Tensor operator^(const Tensor &a, const Tensor &b) { return a != b; }
inline Tensor operator!(const Tensor &a) { return a == Tensor(false); }

inline Tensor &Tensor::operator+=(const Tensor &other) { return *this = *this + other; }
inline Tensor &Tensor::operator-=(const Tensor &other) { return *this = *this - other; }
inline Tensor &Tensor::operator*=(const Tensor &other) { return *this = *this * other; }
inline Tensor &Tensor::operator/=(const Tensor &other) { return *this = *this / other; }
inline Tensor &Tensor::operator%=(const Tensor &other) { return *this = *this % other; }
inline Tensor &Tensor::operator++() { return *this += 1; }
inline Tensor &Tensor::operator--() { return *this -= 1; }
inline Tensor Tensor::operator++(int) {
  Tensor old = *this;
  *this += 1;
  return old;
}
inline Tensor Tensor::operator--(int) {
  Tensor old = *this;
  *this -= 1;
  return old;
}

template <class T> constexpr Kind kindOf = std::is_same_v<T, int64_t>   ? kInt
                                           : std::is_same_v<T, int32_t> ? kInt32
                                           : std::is_same_v<T, float> ? kFloat
                                           : std::is_same_v<T, bool>  ? kBool
                                                                      : kDouble;
template <class T> Tensor cast(const Tensor &x) {
  if constexpr (std::is_same_v<T, bool>)
    return x != Tensor(0);
  return x.as(kindOf<T>);
}

/// A dimension: a name or a number. What is declared is the element type alone.
struct Dim {
  template <size_t N> consteval Dim(const char (&)[N]) {}
  consteval Dim(int) {}
};
inline constexpr Dim scalar = 0;
/// A parameter or a result of a declared type; a flexible number takes it.
template <class T> struct Typed : Tensor {
  Typed(const Tensor &x) : Tensor(x.as(kindOf<T>)) {}
  template <class U>
    requires std::is_arithmetic_v<U>
  Typed(U x) : Typed(Tensor(x)) {}
};
template <Dim> using INT64 = Typed<int64_t>;
template <Dim> using INT32 = Typed<int32_t>;
template <Dim> using FLOAT = Typed<float>;
template <Dim> using DOUBLE = Typed<double>;
template <Dim> using BOOL = Typed<bool>;

class Range {
public:
  struct Iterator {
    Tensor value;
    int64_t left, step;
    Tensor operator*() const { return value; }
    Iterator &operator++() {
      value = value + Tensor(step);
      --left;
      return *this;
    }
    bool operator!=(const Iterator &other) const { return left != other.left; }
  };
  Range(Tensor start, Tensor stop, int64_t step) : start_(start.as(kInt)), stop_(stop.i[0]), step_(step) {}
  Iterator begin() const {
    int64_t count = 0;
    for (int64_t at = start_.i[0]; step_ > 0 ? at < stop_ : at > stop_; at += step_)
      ++count;
    return {start_, count, step_};
  }
  Iterator end() const { return {start_, 0, step_}; }

private:
  Tensor start_;
  int64_t stop_, step_;
};
inline Range range(Tensor stop) { return {0, stop, 1}; }
inline Range range(Tensor start, Tensor stop, int64_t step = 1) { return {start, stop, step}; }

namespace opset20 {
struct ReduceAttributes {
  int keepdims = 1;
};
inline Tensor ReduceSum(const Tensor &x, std::initializer_list<int>, ReduceAttributes) {
  Tensor result = x.element(0);
  for (int k = 1; k < x.size; ++k)
    result = result + x.element(k);
  return result;
}
inline Tensor ReduceMax(const Tensor &x, std::initializer_list<int>, ReduceAttributes) {
  Tensor result = x.element(0);
  for (int k = 1; k < x.size; ++k)
    if (x.element(k) > result)
      result = x.element(k);
  return result;
}
inline Tensor Abs(const Tensor &x) {
  return compute(x, x, [](int64_t a, int64_t) { return a < 0 ? -a : a; }, [](auto a, auto) { return std::fabs(a); });
}
inline Tensor Max(std::initializer_list<Tensor> xs) {
  const Tensor &a = xs.begin()[0], &b = xs.begin()[1];
  return compute(a, b, [](int64_t x, int64_t y) { return x > y ? x : y; }, [](auto x, auto y) { return x > y ? x : y; });
}
inline Tensor Where(const Tensor &c, const Tensor &a, const Tensor &b) {
  Tensor result = compute(a, b, [](int64_t x, int64_t) { return x; }, [](auto x, auto) { return x; });
  Tensor other = compute(a, b, [](int64_t, int64_t y) { return y; }, [](auto, auto y) { return y; });
  Tensor both = result;
  both.vector = result.vector || c.vector;
  both.size = result.size > c.size ? result.size : c.size;
  for (int k = 0; k < both.size; ++k) {
    const Tensor &from = c.integer(k) ? result : other;
    both.i[k] = from.integer(k);
    both.d[k] = from.d[from.vector ? k : 0];
  }
  return both;
}
template <class Then, class Else> Tensor If(const Tensor &c, Then then, Else otherwise) { return c ? then() : otherwise(); }
} // namespace opset20

inline void print(const Tensor &x) {
  for (int k = 0; k < x.size; ++k) {
    if (x.real())
      std::printf(" %.17g", x.d[k]);
    else
      std::printf(" %lld", static_cast<long long>(x.i[k]));
  }
}
template <class... T> void print(const std::tuple<T...> &xs) {
  std::apply([](const auto &...x) { (print(static_cast<const Tensor &>(x)), ...); }, xs);
  std::printf("\n");
}
template <class T> Tensor tensor(std::initializer_list<T> values) {
  Tensor result = Tensor(*values.begin()).as(kindOf<T>);
  result.vector = true;
  result.size = 0;
  for (T value : values) {
    result.i[result.size] = static_cast<int64_t>(value);
    result.d[result.size++] = static_cast<double>(value);
  }
  return result;
}

} // namespace onnxc

// A literal that becomes a variable of a known type: onnxc finds the type, here it is said.
#define I_(x) onnxc::Tensor(x).as(onnxc::kInt)
#define F_(x) onnxc::Tensor(x).as(onnxc::kFloat)

#endif // ONNXC_FUZZ_NATIVE_H
