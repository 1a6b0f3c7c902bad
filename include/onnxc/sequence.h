//===- sequence.h - ONNX sequences, optional values and maps --------------===//
#ifndef ONNXC_SEQUENCE_H
#define ONNXC_SEQUENCE_H
#pragma GCC system_header

#include "onnxc/tensor.h"

namespace onnxc {

/// An ONNX sequence, of tensors mostly. A cheap handle with value semantics.
class Sequence : public detail::Handle {
public:
  /// An unset variable: using it is an error.
  Sequence() = default;
  explicit Sequence(detail::Handle handle) noexcept : Handle(static_cast<Handle &&>(handle)) {}
};

/// A sequence whose elements are `T`: an element type or a TensorOf.
template <class T> class SequenceOf : public Sequence {
public:
  SequenceOf() = default;
  SequenceOf(const Sequence &other) : Sequence(other) {}
};

/// An ONNX optional: a tensor, a sequence, or nothing, which is known when the model runs. Not to be confused with
/// `std::optional<Tensor>`, an input that a caller may leave out.
class OptionalValue : public detail::Handle {
public:
  /// An unset variable: using it is an error.
  OptionalValue() = default;
  explicit OptionalValue(detail::Handle handle) noexcept : Handle(static_cast<Handle &&>(handle)) {}
};

/// An optional of `T`: an element type, a TensorOf, or a SequenceOf.
template <class T> class OptionalOf : public OptionalValue {
public:
  OptionalOf() = default;
  OptionalOf(const OptionalValue &other) : OptionalValue(other) {}
};

/// An ONNX map, which a few operators of `ai.onnx.ml` take.
class Map : public detail::Handle {
public:
  /// An unset variable: using it is an error.
  Map() = default;
  explicit Map(detail::Handle handle) noexcept : Handle(static_cast<Handle &&>(handle)) {}
};

/// A map from `Key` to `T`.
template <class Key, class T> class MapOf : public Map {
public:
  MapOf() = default;
  MapOf(const Map &other) : Map(other) {}
};

/// A value whose kind C++ does not know, such as what is in an OptionalValue; it becomes what it is used as. It is an
/// error when the graph is made if it is something else.
class Value : public detail::Handle {
public:
  Value() = default;
  explicit Value(detail::Handle handle) noexcept : Handle(static_cast<Handle &&>(handle)) {}
  operator Tensor() const { return Tensor(static_cast<const Handle &>(*this)); }
  operator Sequence() const { return Sequence(static_cast<const Handle &>(*this)); }
  operator OptionalValue() const { return OptionalValue(static_cast<const Handle &>(*this)); }
};

static_assert(sizeof(Tensor) == sizeof(detail::Handle) && sizeof(Sequence) == sizeof(detail::Handle));

} // namespace onnxc

#endif // ONNXC_SEQUENCE_H
