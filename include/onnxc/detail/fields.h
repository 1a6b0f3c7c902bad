//===- fields.h - The members of a struct ------------------------------------===//
#ifndef ONNXC_DETAIL_FIELDS_H
#define ONNXC_DETAIL_FIELDS_H
#pragma GCC system_header

#include <cstddef>
#include <type_traits>

namespace onnxc::detail {

/// Converts to anything: counts the fields of an aggregate. Only as a temporary, so that no constraint of a field's
/// constructors takes it for a source of its own.
struct AnyField {
  template <class T> operator T() &&;
};
template <class T, class... Fields> constexpr size_t countAnyFields() {
  if constexpr (requires { T{Fields()..., AnyField()}; })
    return countAnyFields<T, Fields..., AnyField>();
  else
    return sizeof...(Fields);
}
/// Counts fields that can be initialised by `{}`, which std::optional needs; one more than withFields takes.
template <class T> constexpr size_t countEmptyFields() {
  if constexpr (requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; })
    return 13;
  else if constexpr (requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; })
    return 12;
  else if constexpr (requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; })
    return 11;
  else if constexpr (requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}}; })
    return 10;
  else if constexpr (requires { T{{}, {}, {}, {}, {}, {}, {}, {}, {}}; })
    return 9;
  else if constexpr (requires { T{{}, {}, {}, {}, {}, {}, {}, {}}; })
    return 8;
  else if constexpr (requires { T{{}, {}, {}, {}, {}, {}, {}}; })
    return 7;
  else if constexpr (requires { T{{}, {}, {}, {}, {}, {}}; })
    return 6;
  else if constexpr (requires { T{{}, {}, {}, {}, {}}; })
    return 5;
  else if constexpr (requires { T{{}, {}, {}, {}}; })
    return 4;
  else if constexpr (requires { T{{}, {}, {}}; })
    return 3;
  else if constexpr (requires { T{{}, {}}; })
    return 2;
  else if constexpr (requires { T{{}}; })
    return 1;
  else
    return 0;
}
template <class T> constexpr size_t countFields() {
  constexpr size_t any = countAnyFields<T>(), empty = countEmptyFields<T>();
  return any > empty ? any : empty;
}

/// The most members that a struct of tensors has.
inline constexpr size_t maxFields = 12;

/// Calls `use` with the fields of a struct.
template <class T, class Use> decltype(auto) withFields(T &value, Use &&use) {
  constexpr size_t count = countFields<std::remove_cv_t<T>>();
  static_assert(count >= 1 && count <= maxFields, "structs of tensors have 1 to 12 members");
  if constexpr (count == 1) {
    auto &[a] = value;
    return use(a);
  } else if constexpr (count == 2) {
    auto &[a, b] = value;
    return use(a, b);
  } else if constexpr (count == 3) {
    auto &[a, b, c] = value;
    return use(a, b, c);
  } else if constexpr (count == 4) {
    auto &[a, b, c, d] = value;
    return use(a, b, c, d);
  } else if constexpr (count == 5) {
    auto &[a, b, c, d, e] = value;
    return use(a, b, c, d, e);
  } else if constexpr (count == 6) {
    auto &[a, b, c, d, e, f] = value;
    return use(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    auto &[a, b, c, d, e, f, g] = value;
    return use(a, b, c, d, e, f, g);
  } else if constexpr (count == 8) {
    auto &[a, b, c, d, e, f, g, h] = value;
    return use(a, b, c, d, e, f, g, h);
  } else if constexpr (count == 9) {
    auto &[a, b, c, d, e, f, g, h, i] = value;
    return use(a, b, c, d, e, f, g, h, i);
  } else if constexpr (count == 10) {
    auto &[a, b, c, d, e, f, g, h, i, j] = value;
    return use(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (count == 11) {
    auto &[a, b, c, d, e, f, g, h, i, j, k] = value;
    return use(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (count == 12) {
    auto &[a, b, c, d, e, f, g, h, i, j, k, l] = value;
    return use(a, b, c, d, e, f, g, h, i, j, k, l);
  }
}

} // namespace onnxc::detail

#endif // ONNXC_DETAIL_FIELDS_H
