//===- collect.h - Takes the arguments and results of annotated functions apart -===//
//
// A call of a traced or scripted function has inputs (the tensors in its arguments, at any depth) and values that
// belong to its key (everything else, as canonical text). Both are found here, by type.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_DETAIL_COLLECT_H
#define ONNXC_DETAIL_COLLECT_H
#pragma GCC system_header

#include "onnxc/detail/handle.h"
#include "onnxc/detail/signature.h"
#include "onnxc/tensor.h"
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace onnxc::stub::detail {

template <class> inline constexpr bool alwaysFalse = false;

/// How a parameter of type P is kept while its body runs: a copy, so that its handles can be replaced by formals.
template <class P> struct StoredAs {
  using type = std::decay_t<P>;
};
template <class T, size_t N>
  requires std::is_base_of_v<Handle, T> || OptionalLike<T>
struct StoredAs<std::span<const T, N>> {
  using type = std::vector<T>;
};
template <class P> using Stored = typename StoredAs<std::remove_cvref_t<P>>::type;

template <class S, class A> S store(const A &argument) {
  if constexpr (std::is_convertible_v<const A &, S>)
    return argument;
  else
    return S(argument.begin(), argument.end());
}

template <class P>
inline constexpr bool isParameter = !(std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>);

// Canonical text of values, the same for every compiler. Floating-point text always has a '.', an 'e' or an 'n'.
void appendText(std::string &text, bool value);
void appendText(std::string &text, long long value);
void appendText(std::string &text, unsigned long long value);
void appendText(std::string &text, float value);
void appendText(std::string &text, double value);
void appendText(std::string &text, const char *data, size_t size);
void appendText(std::string &text, DType value);
/// The element type, shape and a hash of the data.
void appendText(std::string &text, const TensorLiteral &value);
/// The name of a type as the C++ ABI spells it.
void appendText(std::string &text, const std::type_info &type);
/// The identity of an annotated function. Throws TraceError for other functions.
void appendFunction(std::string &text, const std::type_info &pointerType, const void *bytes, size_t size);

/// The parts of a call's arguments, or of a result.
class Arguments {
public:
  struct Slot {
    Handle *handle;     ///< null: an optional tensor that is absent
    unsigned parameter; ///< index of the C++ parameter
    unsigned leaf;      ///< index among the tensors of that parameter
  };
  struct Captured {
    const char *name;
    Handle handle;
  };

  /// The next parameter.
  template <class T> void parameter(T &value) {
    leaf = 0;
    collect(value);
    ends.push_back(text.size());
    text += ';';
    ++index;
  }
  template <class T> void capture(const char *name, const T &value) {
    capturing = name;
    size_t start = text.size();
    collect(value);
    if (text.size() - start == 1 && text.back() == '*') {
      text.pop_back();
    } else {
      text.insert(start, std::string(name) + '=');
      text += ';';
    }
    capturing = nullptr;
    captureEnd = text.size();
  }

  /// Tensor variables that were never given a value are no inputs. (Outputs must have values.)
  bool unsetIsAbsent = false;
  std::vector<Slot> slots;
  std::vector<Captured> captures;
  /// Literals in attribute parameters, in order; their text has '#' and the hash of the literal.
  std::vector<TensorLiteral> literals;
  /// The values that belong to the key: captures, then each parameter and a ';'. '*' stands for a tensor, '-' for an
  /// absent optional.
  std::string text;
  size_t captureEnd = 0;
  std::vector<size_t> ends; ///< of each parameter in `text`

private:
  void add(Handle &handle) {
    if (unsetIsAbsent && !handle.defined())
      return addAbsent();
    text += '*';
    if (capturing)
      captures.push_back({capturing, handle});
    else
      slots.push_back({&handle, index, leaf++});
  }
  void addAbsent() {
    text += '-';
    if (!capturing)
      slots.push_back({nullptr, index, leaf++});
  }

  template <class T> void collect(T &value) {
    using U = std::remove_cv_t<T>;
    if constexpr (std::is_base_of_v<Handle, U>) {
      add(const_cast<U &>(value));
    } else if constexpr (std::is_same_v<U, bool> || std::is_same_v<U, DType> || std::is_same_v<U, float> ||
                         std::is_same_v<U, double>) {
      appendText(text, value);
    } else if constexpr (std::is_enum_v<U>) {
      collectInteger(static_cast<std::underlying_type_t<U>>(value));
    } else if constexpr (std::is_integral_v<U>) {
      collectInteger(value);
    } else if constexpr (std::is_same_v<U, long double>) {
      appendText(text, static_cast<double>(value));
    } else if constexpr (SmallElement<U>) {
      collectElement(value);
    } else if constexpr (std::is_same_v<U, TensorLiteral>) {
      literals.push_back(value);
      appendText(text, value);
    } else if constexpr (StringLike<U>) {
      appendText(text, value.data(), value.size());
    } else if constexpr (std::is_same_v<U, const char *> || std::is_same_v<U, char *>) {
      appendText(text, value, __builtin_strlen(value));
    } else if constexpr (OptionalLike<U>) {
      collectOptional(value);
    } else if constexpr (VariantLike<U>) {
      collectInteger(value.index());
      text += ':';
      visit([this](auto &alternative) { this->collect(alternative); }, value);
    } else if constexpr (RangeLike<U>) {
      static_assert(
          !requires { typename U::hasher; }, "an unordered container has no canonical order: use std::map or std::set");
      collectRange(value);
    } else if constexpr (TupleLike<U>) {
      collectFields([&](auto use) { std::apply(use, value); });
    } else if constexpr (HasMemberList<U>) {
      collectFields([&](auto use) { std::apply(use, value.onnxc_members()); });
    } else if constexpr (std::is_empty_v<U>) {
      appendText(text, typeid(U));
    } else if constexpr (std::is_aggregate_v<U>) {
      collectFields([&](auto use) { withFields(value, use); });
    } else if constexpr (isFunctionPointer<U>) {
      appendFunction(text, typeid(U), &value, sizeof value);
    } else {
      static_assert(
          alwaysFalse<U>,
          "a traced function is specialised on its parameters, its captures and its object: they may be tensors, "
          "numbers, strings, enumerators, and optionals, containers, tuples, variants and plain structs of these. A "
          "class with constructors or private members says what it holds: "
          "auto onnxc_members() const { return std::tie(weight, scale); }");
    }
  }

  template <class T> void collectInteger(T value) {
    if constexpr (std::is_same_v<T, bool>)
      appendText(text, value);
    else if constexpr (std::is_signed_v<T>)
      appendText(text, static_cast<long long>(value));
    else
      appendText(text, static_cast<unsigned long long>(value));
  }
  template <class T> void collectElement(const T &value) {
    if constexpr (requires { value.bits; })
      collectInteger(value.bits);
    else if constexpr (requires { value.value; })
      collectInteger(value.value);
    else
      collectFields([&](auto use) { use(value.real, value.imag); });
  }
  template <class T> void collectOptional(T &value) {
    using Item = std::remove_cvref_t<decltype(*value)>;
    if (value.has_value())
      collect(*value);
    else if constexpr (std::is_base_of_v<Handle, Item>)
      addAbsent();
    else
      text += "none";
  }
  template <class T> void collectRange(T &value) {
    text += '[';
    bool first = true;
    for (auto &&item : value) {
      if (!first)
        text += ',';
      first = false;
      if constexpr (std::is_same_v<typename std::remove_cv_t<T>::value_type, bool>)
        appendText(text, static_cast<bool>(item));
      else
        collect(item);
    }
    text += ']';
  }
  template <class Apply> void collectFields(Apply apply) {
    text += '{';
    bool first = true;
    auto field = [&](auto &each) {
      if (!first)
        text += ',';
      first = false;
      collect(each);
    };
    apply([&](auto &...fields) { (field(fields), ...); });
    text += '}';
  }

  unsigned index = 0;
  unsigned leaf = 0;
  const char *capturing = nullptr;
};

/// Makes room for `count` outputs in a result that has no fixed number of them.
template <class R> void resizeOutputs(R &result, size_t count) {
  if constexpr (requires { result.resize(count); } && !std::is_base_of_v<Handle, R>)
    result.resize(count);
}

/// Gives the value the name of a C++ variable.
void nameValue(const Handle &value, const char *name);

} // namespace onnxc::stub::detail

#endif
