//===- values.h - C++ results taken apart into graph values ---------------===//
//
// A body (a lambda of a subgraph operator, or an annotated function) returns a tensor, a sequence, a tuple, pair,
// array, vector or struct of such. Values<R>::put flattens an R, Values<R>::take makes one of the flat list.
//
//===----------------------------------------------------------------------===//
#ifndef ONNXC_DETAIL_VALUES_H
#define ONNXC_DETAIL_VALUES_H
#pragma GCC system_header

#include "onnxc/detail/fields.h"
#include "onnxc/sequence.h"

#include <utility>

namespace onnxc::detail {

using ValueList = Buffer<Handle>;

/// Reads a ValueList from the front.
struct ValueReader {
  const ValueList *list;
  size_t position = 0;

  size_t remaining() const { return list->size() - position; }
  const Handle &next() { return (*list)[position++]; }
};

template <class R>
concept HandleType = std::is_base_of_v<Handle, R>;
template <class R>
concept TupleLike = requires { std::tuple_size<R>::value; };
template <class R>
concept VectorLike = !TupleLike<R> && requires(R list, typename R::value_type item) {
  list.push_back(item);
  list.begin();
};

/// The class that holds an R without its declared type: Tensor for TensorOf and numbers, Sequence for SequenceOf ...
template <class R> struct PlainType {
  using type = std::conditional_t<TensorSource<R>, Tensor, R>;
};
template <HandleType R> struct PlainType<R> {
  using type =
      std::conditional_t<std::is_base_of_v<Tensor, R>, Tensor,
                         std::conditional_t<std::is_base_of_v<Sequence, R>, Sequence,
                                            std::conditional_t<std::is_base_of_v<OptionalValue, R>, OptionalValue,
                                                               std::conditional_t<std::is_base_of_v<Map, R>, Map, R>>>>;
};
template <class R> using Plain = typename PlainType<std::remove_cvref_t<R>>::type;

/// Calls `function` with all members of a struct.
template <class R, class Function> void visitMembers(R &object, Function function) {
  constexpr size_t count = countFields<std::remove_const_t<R>>();
  static_assert(count >= 1 && count <= maxFields,
                "a result is a tensor, a sequence, or a tuple, array, vector or struct of 1 to "
                "12 of them");
  withFields(object, function);
}

template <class R> void putValues(ValueList &list, const R &result) {
  if constexpr (HandleType<R>) {
    list.push(static_cast<const Handle &>(result));
  } else if constexpr (TupleLike<R>) {
    [&]<size_t... I>(std::index_sequence<I...>) {
      (putValues(list, get<I>(result)), ...);
    }(std::make_index_sequence<std::tuple_size<R>::value>());
  } else if constexpr (TensorSource<R>) {
    list.push(Tensor(result));
  } else if constexpr (VectorLike<R>) {
    for (const auto &item : result)
      putValues(list, item);
  } else {
    visitMembers(result, [&](const auto &...members) { (putValues(list, members), ...); });
  }
}

/// Takes an R from the front of the list; a vector takes all that remain.
template <class R> R takeValues(ValueReader &reader) {
  if constexpr (HandleType<Plain<R>>) {
    return R(Plain<R>(reader.next()));
  } else if constexpr (TupleLike<R>) {
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return R{takeValues<std::tuple_element_t<I, R>>(reader)...};
    }(std::make_index_sequence<std::tuple_size<R>::value>());
  } else if constexpr (VectorLike<R>) {
    R result;
    while (reader.remaining())
      result.push_back(takeValues<typename R::value_type>(reader));
    return result;
  } else {
    R result;
    visitMembers(result, [&]<class... Members>(Members &...members) {
      ((members = takeValues<std::remove_cvref_t<Members>>(reader)), ...);
    });
    return result;
  }
}

} // namespace onnxc::detail

#endif // ONNXC_DETAIL_VALUES_H
