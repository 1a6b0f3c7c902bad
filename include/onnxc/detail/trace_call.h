//===- trace_call.h - The one call of a function that onnxc::trace makes ---------===//
//
// The parameters of the function say what the given inputs and attribute values are for: tensors, sequences, optionals,
// lists and structs of tensors take inputs, everything else takes the attribute values, then default arguments.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_DETAIL_TRACE_CALL_H
#define ONNXC_DETAIL_TRACE_CALL_H
#pragma GCC system_header

#include "onnxc/describe.h"
#include "onnxc/detail/collect.h"
#include "onnxc/detail/values.h"
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace onnxc {

class ModelBuilder;
struct InputSpec;

namespace detail {

/// The inputs of the traced call, one after the other.
class TraceInputs {
public:
  TraceInputs(ModelBuilder &builder, const FunctionInfo *info, const InputSpec *specs, size_t count);

  bool atEnd() const { return position == count; }
  /// The next input, of which the parameter says what it is; unset if it is left out. Throws TraceError if there is
  /// none, or another kind.
  Handle next(stub::detail::DeclaredType::Form form, bool mayBeAbsent);
  /// The next input of a list.
  Handle nextOfList(stub::detail::DeclaredType::Form form, bool mayBeAbsent);
  /// The list is complete: what follows belongs to the next parameter.
  void endList();
  /// Throws TraceError if inputs are left over.
  void finish();

private:
  std::string parameterName() const;
  Handle take(const std::string &name, stub::detail::DeclaredType::Form form, bool mayBeAbsent);

  ModelBuilder &builder;
  const InputSpec *specs;
  size_t count;
  size_t position = 0;
  std::string function;
  std::vector<std::string> names; ///< of the parameters that are inputs
  size_t parameter = 0;
  size_t inList = 0;
};

/// A constant default argument: stub::Parameter::defaultValue, read value by value. Throws TraceError where the text
/// is no value of the type.
class DefaultArgument {
public:
  /// `function`: the bytes of its address, of the given type. `parameter` counts from 0.
  DefaultArgument(const std::type_info &type, const void *function, size_t size, unsigned parameter);

  /// False: the parameter of an operator, whose attributes have defaults of their own.
  bool isNeeded() const { return needed; }
  bool isAbsent();
  bool accept(char token);
  long long integer();
  double real();
  std::string string();
  [[noreturn]] void fail() const;

private:
  std::string description;
  std::string_view text;
  size_t position = 0;
  bool needed = true;
};

/// Where default arguments that only refer to their values have them.
using DefaultStorage = std::deque<std::string>;

template <class T> T readDefault(DefaultArgument &text, DefaultStorage &storage) {
  using namespace stub::detail;
  if constexpr (OptionalLike<T>) {
    if (text.isAbsent())
      return T();
    return T(readDefault<std::remove_cvref_t<decltype(*std::declval<T &>())>>(text, storage));
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(text.real());
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<T>(text.integer());
  } else if constexpr (std::is_same_v<T, const char *>) {
    return storage.emplace_back(text.string()).c_str();
  } else if constexpr (StringLike<T>) {
    return T(storage.emplace_back(text.string()));
  } else if constexpr (requires(T list, typename T::value_type item) { list.push_back(item); }) {
    T list;
    if (!text.accept('['))
      text.fail();
    while (!text.accept(']')) {
      list.push_back(readDefault<typename T::value_type>(text, storage));
      text.accept(',');
    }
    return list;
  } else if constexpr (std::is_class_v<T> && std::is_default_constructible_v<T>) {
    if (text.isNeeded())
      text.fail();
    return T();
  } else {
    text.fail();
  }
}

template <class T> inline constexpr bool isInputList = false;
template <class Item> inline constexpr bool isInputList<InputListOf<Item>> = true;

/// Parameters that take inputs.
template <class T> constexpr bool takesInputs() {
  return std::is_base_of_v<Input, T> || isInputList<T> || stub::detail::memberHoldsHandles<T>();
}

template <class T> constexpr stub::detail::DeclaredType::Form formOf() {
  using Form = stub::detail::DeclaredType::Form;
  if constexpr (std::is_base_of_v<Handle, T>)
    return stub::detail::Declared<T>::type.form;
  else if constexpr (std::is_base_of_v<SequenceInput, T>)
    return Form::Sequence;
  else if constexpr (std::is_base_of_v<OptionalValueInput, T>)
    return Form::Optional;
  else if constexpr (std::is_base_of_v<MapInput, T>)
    return Form::Map;
  else
    return Form::Tensor;
}

/// The item of a list, or the parameter itself.
template <class T> T asInput(Handle handle) {
  using namespace stub::detail;
  if constexpr (OptionalLike<T>)
    return handle.defined() ? T(asInput<std::remove_cvref_t<decltype(*std::declval<T &>())>>(std::move(handle))) : T();
  else if constexpr (std::is_base_of_v<SequenceInput, T>)
    return T(Sequence(std::move(handle)));
  else if constexpr (std::is_base_of_v<OptionalValueInput, T>)
    return T(OptionalValue(std::move(handle)));
  else if constexpr (std::is_base_of_v<MapInput, T>)
    return T(Map(std::move(handle)));
  else if constexpr (std::is_base_of_v<Input, T> && std::is_default_constructible_v<T>)
    return handle.defined() ? T(Tensor(std::move(handle))) : T();
  else if constexpr (std::is_base_of_v<Input, T>)
    return T(Tensor(std::move(handle)));
  else
    return T(Plain<T>(std::move(handle)));
}

template <class T> constexpr bool mayBeLeftOut() {
  return stub::detail::OptionalLike<T> || (std::is_base_of_v<Input, T> && std::is_default_constructible_v<T>);
}

template <class T> struct InputItem {
  using type = T;
};
template <stub::detail::OptionalLike T> struct InputItem<T> {
  using type = std::remove_cvref_t<decltype(*std::declval<T &>())>;
};

template <class T> T takeInput(TraceInputs &inputs);

template <class T> T takeInputList(TraceInputs &inputs) {
  std::vector<typename T::value_type> list;
  using Item = typename T::value_type;
  while (!inputs.atEnd())
    list.push_back(asInput<Item>(inputs.nextOfList(formOf<typename InputItem<Item>::type>(), mayBeLeftOut<Item>())));
  inputs.endList();
  return T(list.begin(), list.end());
}

template <class T> T takeInput(TraceInputs &inputs) {
  using namespace stub::detail;
  if constexpr (isInputList<T>) {
    std::vector<Tensor> list;
    while (!inputs.atEnd())
      list.push_back(Tensor(inputs.nextOfList(DeclaredType::Form::Tensor, false)));
    inputs.endList();
    return T(list);
  } else if constexpr (std::is_base_of_v<Handle, T> || std::is_base_of_v<Input, T> || OptionalLike<T>) {
    return asInput<T>(inputs.next(formOf<typename InputItem<T>::type>(), mayBeLeftOut<T>()));
  } else if constexpr (stub::detail::TupleLike<T>) {
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return T{takeInput<std::tuple_element_t<I, T>>(inputs)...};
    }(std::make_index_sequence<std::tuple_size_v<T>>());
  } else if constexpr (RangeLike<T>) {
    return takeInputList<T>(inputs);
  } else {
    T result{};
    auto fill = [&]<class Field>(Field &field) {
      if constexpr (takesInputs<Field>())
        field = takeInput<Field>(inputs);
    };
    withFields(result, [&](auto &...fields) { (fill(fields), ...); });
    return result;
  }
}

/// The number of parameters before `index` that take attribute values.
template <class... Stored> constexpr size_t attributesBefore(size_t index) {
  const bool areInputs[] = {takesInputs<Stored>()..., true};
  size_t count = 0;
  for (size_t i = 0; i < index; ++i)
    count += !areInputs[i];
  return count;
}

/// Calls `function` with the inputs, the given attribute values, and default arguments for the others. For a method,
/// the object is given first.
template <class F, class... Given> class TraceCall {
public:
  TraceCall(const F &function, TraceInputs &inputs, std::tuple<Given...> given)
      : function(function), inputs(inputs), given(std::move(given)) {}

  decltype(auto) operator()() { return call(typename DeclarationOf<std::decay_t<F>>::Parameters()); }

private:
  static constexpr size_t objects = std::is_member_function_pointer_v<F>;

  template <class... P> decltype(auto) call(stub::detail::TypeList<P...>) {
    static_assert(sizeof...(Given) >= objects, "trace of a method wants its object behind the inputs");
    static_assert(sizeof...(Given) <= objects + attributesBefore<stub::detail::Stored<P>...>(sizeof...(P)),
                  "trace was given more attribute values than the function has parameters for them");
    return callWith<P...>(std::index_sequence_for<P...>());
  }
  template <class... P, size_t... I> decltype(auto) callWith(std::index_sequence<I...>) {
    std::tuple<stub::detail::Stored<P>...> arguments{
        argument<stub::detail::Stored<P>, objects + attributesBefore<stub::detail::Stored<P>...>(I)>(I)...};
    inputs.finish();
    if constexpr (objects)
      return (std::get<0>(given).*function)(static_cast<P>(std::get<I>(arguments))...);
    else
      return function(static_cast<P>(std::get<I>(arguments))...);
  }
  template <class T, size_t attribute> T argument(size_t index) {
    if constexpr (takesInputs<T>()) {
      return takeInput<T>(inputs);
    } else if constexpr (attribute < sizeof...(Given)) {
      return static_cast<T>(std::get<attribute>(given));
    } else {
      DefaultArgument text = defaultOf(index);
      return readDefault<T>(text, storage);
    }
  }
  DefaultArgument defaultOf(size_t index) const {
    auto of = [&](const auto &address) {
      return DefaultArgument(typeid(address), &address, sizeof address, static_cast<unsigned>(index));
    };
    if constexpr (requires { &F::operator(); })
      return of(&F::operator());
    else
      return of(static_cast<std::decay_t<F>>(function));
  }

  const F &function;
  TraceInputs &inputs;
  std::tuple<Given...> given;
  DefaultStorage storage;
};

/// Makes the results outputs of the model.
void addOutputs(ModelBuilder &builder, const FunctionInfo *info, const ValueList &values);

} // namespace detail
} // namespace onnxc

#endif
