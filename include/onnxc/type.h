//===- type.h - ONNX types as attribute values ----------------------------===//
#ifndef ONNXC_TYPE_H
#define ONNXC_TYPE_H
#pragma GCC system_header

#include "onnxc/attributes.h"
#include "onnxc/sequence.h"
#include "onnxc/tensor_of.h"

namespace onnxc {
namespace detail {

template <class T> struct TypeOf {
  static TypeAttribute get() { return TypeAttribute(dtypeOf<T>, false); }
};
template <class T, Dim... dims> struct TypeOf<TensorOf<T, dims...>> {
  static TypeAttribute get() {
    TypeAttribute type(dtypeOf<T>, sizeof...(dims) != 0);
    (addDimension(type, dims), ...);
    return type;
  }
  static void addDimension(TypeAttribute &type, const Dim &dim) {
    if (dim.kind == Dim::Kind::Fixed)
      type.addDimension({dim.size, nullptr});
    else if (dim.kind == Dim::Kind::Symbol)
      type.addDimension({-1, dim.symbol});
    else if (dim.kind == Dim::Kind::Unknown)
      type.addDimension({});
  }
};
template <class T> struct WrappedTypeOf {
  static TypeAttribute get(TypeAttribute::Wrapper wrapper) {
    TypeAttribute inner = TypeOf<T>::get();
    TypeAttribute type(inner.dtype(), inner.hasShape());
    for (const TypeAttribute::Dimension &dimension : inner.shape())
      type.addDimension(dimension);
    type.addWrapper(wrapper);
    for (TypeAttribute::Wrapper innerWrapper : inner.wrappers())
      type.addWrapper(innerWrapper);
    return type;
  }
};
template <class T> struct TypeOf<SequenceOf<T>> {
  static TypeAttribute get() { return WrappedTypeOf<T>::get(TypeAttribute::Wrapper::Sequence); }
};
template <class T> struct TypeOf<OptionalOf<T>> {
  static TypeAttribute get() { return WrappedTypeOf<T>::get(TypeAttribute::Wrapper::Optional); }
};

} // namespace detail

/// The ONNX type of `T`: an element type (a tensor of any shape), a TensorOf, SequenceOf or OptionalOf.
///
///   op::Optional({}, {.type = onnxc::type<onnxc::FLOAT<"N", 3>>()})
template <class T> TypeAttribute type() { return detail::TypeOf<T>::get(); }

} // namespace onnxc

#endif // ONNXC_TYPE_H
