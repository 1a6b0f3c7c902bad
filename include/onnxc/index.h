//===- index.h - What stands between the brackets of x[...] ---------------===//
#ifndef ONNXC_INDEX_H
#define ONNXC_INDEX_H
#pragma GCC system_header

#include "onnxc/tensor.h"

namespace onnxc {

struct NoneType {};
struct EllipsisType {};

/// As an index, a new axis of size 1; as a bound of a Slice, a bound that is not given.
inline constexpr NoneType None{};
/// As an index, all axes that the other indices do not use.
inline constexpr EllipsisType Ellipsis{};

/// A bound of a Slice: an integer, a tensor with one integer, or None.
class SliceBound {
public:
  SliceBound() = default;
  SliceBound(NoneType) {}
  template <detail::Arithmetic T>
    requires std::is_integral_v<T>
  SliceBound(T value) : tensor_(value), given_(true) {}
  SliceBound(const Tensor &value) : tensor_(value), given_(true) {}
  template <detail::OtherTensorSource T>
    requires(!std::is_arithmetic_v<T>)
  SliceBound(const T &value) : tensor_(value), given_(true) {}
  /// From std::optional: None if it is empty.
  template <class T>
    requires requires(const T &value) {
      value.has_value();
      Tensor(*value);
    }
  SliceBound(const T &value) {
    if (value.has_value())
      *this = SliceBound(*value);
  }

  /// False for None.
  bool isGiven() const { return given_; }
  const Tensor &tensor() const { return tensor_; }

private:
  Tensor tensor_;
  bool given_ = false;
};

/// `start:stop:step` of one axis, as in Python: bounds may be negative, and are clamped.
class Slice {
public:
  Slice() = default;
  Slice(const SliceBound &start, const SliceBound &stop = {}, const SliceBound &step = {})
      : start_(start), stop_(stop), step_(step) {}

  const SliceBound &start() const { return start_; }
  const SliceBound &stop() const { return stop_; }
  const SliceBound &step() const { return step_; }

private:
  SliceBound start_, stop_, step_;
};

/// One index: an integer or a tensor (of integers, or a bool mask), a Slice, None or Ellipsis.
class Index {
public:
  enum class Kind { Tensor, Slice, None, Ellipsis };

  template <detail::Arithmetic T>
    requires std::is_integral_v<T>
  Index(T value) : tensor_(value), kind_(Kind::Tensor) {}
  Index(const Tensor &value) : tensor_(value), kind_(Kind::Tensor) {}
  template <detail::OtherTensorSource T>
    requires(!std::is_arithmetic_v<T>)
  Index(const T &value) : tensor_(value), kind_(Kind::Tensor) {}
  Index(const Slice &slice) : slice_(slice), kind_(Kind::Slice) {}
  Index(NoneType) : kind_(Kind::None) {}
  Index(EllipsisType) : kind_(Kind::Ellipsis) {}

  Kind kind() const { return kind_; }
  const Tensor &tensor() const { return tensor_; }
  const Slice &slice() const { return slice_; }

private:
  Tensor tensor_;
  Slice slice_;
  Kind kind_;
};

} // namespace onnxc

#endif // ONNXC_INDEX_H
