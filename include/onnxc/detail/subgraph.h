//===- subgraph.h - Operators whose attributes are lambdas ----------------===//
//
// If, Loop, Scan and SequenceMap. The generated headers declare one thin template per operator version; all of them
// come here. The runtime makes the nested graphs: for each body it makes formals, calls `run`, and ends the graph with
// the results.
//
//===----------------------------------------------------------------------===//
#ifndef ONNXC_DETAIL_SUBGRAPH_H
#define ONNXC_DETAIL_SUBGRAPH_H
#pragma GCC system_header

#include "onnxc/detail/operator_call.h"
#include "onnxc/detail/results.h"
#include "onnxc/detail/values.h"

namespace onnxc {
namespace detail {

/// One lambda, as the runtime sees it.
struct Body {
  const char *attribute; ///< "then_branch", "else_branch" or "body"
  size_t formals;        ///< the number of inputs of the nested graph
  /// Calls the lambda with `formals` handles that the runtime made, and appends what it returns to `results`.
  void (*run)(void *callable, const Handle *formals, ValueList &results);
  void *callable;
  size_t results = 0; ///< of Loop and Scan: how many results there must be
};

/// Makes a node with nested graphs and appends the node's outputs to `outputs`: for If as many as a branch has results,
/// for Loop one fewer than the body has (its first is the condition), for Scan and SequenceMap as many. The runtime
/// types the formals after the operator: Loop (iteration number, condition, states), Scan (states, slices of the
/// inputs), SequenceMap (elements), and gives Scan its `num_scan_inputs`. Throws TraceError, also if branches differ in
/// their results.
void callWithBodies(const OperatorInfo &info, ArrayView<Argument> arguments, ArrayView<AttributeArgument> attributes,
                    ArrayView<Body> bodies, ValueList &outputs);
/// The number of inputs that a body takes is not the number of inputs given: throws TraceError.
[[noreturn]] void failBodyArity(const OperatorInfo &info, size_t taken, size_t given);

template <class Callable, class Formal, size_t... I> constexpr bool takesFormals(std::index_sequence<I...>) {
  return requires(Callable &callable, const Formal *formals) { callable(Formal(formals[I])...); };
}
/// What `Callable` is called with: Tensor if it can be called with `count` of them, else Value if with those, else
/// void. (A generic lambda must not even be tried with Value if it takes tensors: its body would be compiled for it.)
template <class Callable, size_t count> auto formalOf() {
  if constexpr (takesFormals<Callable, Tensor>(std::make_index_sequence<count>()))
    return static_cast<Tensor *>(nullptr);
  else if constexpr (takesFormals<Callable, Value>(std::make_index_sequence<count>()))
    return static_cast<Value *>(nullptr);
  else
    return static_cast<void *>(nullptr);
}
template <class Callable, size_t count> using Formal = std::remove_pointer_t<decltype(formalOf<Callable, count>())>;

/// How many inputs `Callable` takes: the least number from `least` on that compiles, or 0.
template <class Callable, size_t least, size_t tried = least> constexpr size_t arityFrom() {
  if constexpr (tried >= least + 16)
    return 0;
  else if constexpr (!std::is_void_v<Formal<Callable, tried>>)
    return tried;
  else
    return arityFrom<Callable, least, tried + 1>();
}

template <size_t count, class Callable> decltype(auto) callBody(Callable &callable, const Handle *formals) {
  using Value = Formal<Callable, count>;
  static_assert(!std::is_void_v<Value>, "the body can't be called with the operator's values: see its documentation");
  return [&]<size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
    return callable(Value(formals[I])...);
  }(std::make_index_sequence<count>());
}

template <size_t count, class Callable>
using BodyResult = std::remove_cvref_t<decltype(callBody<count>(std::declval<Callable &>(), nullptr))>;

/// `callable` points to the lambda or function, and must outlive the Body.
template <size_t count, class Callable>
Body makeBody(const char *attribute, Callable *const &callable, size_t results = 0) {
  auto run = [](void *erased, const Handle *formals, ValueList &results) {
    putValues(results, callBody<count>(**static_cast<Callable **>(erased), formals));
  };
  return {attribute, count, run, const_cast<Callable **>(&callable), results};
}

/// The number of values in an R, which is known for all but vectors.
template <class R> constexpr size_t valueCount() {
  if constexpr (HandleType<Plain<R>>)
    return 1;
  else if constexpr (TupleLike<R>)
    return std::tuple_size<R>::value;
  else
    return countFields<R>();
}

/// The number of tensors in an R at any depth; of a vector it is known when there is one.
inline constexpr size_t anyCount = static_cast<size_t>(-1);
template <class R> constexpr size_t flatCount() {
  if constexpr (std::is_void_v<R>) {
    return 0;
  } else if constexpr (HandleType<R> || TensorSource<R>) {
    return 1;
  } else if constexpr (TupleLike<R>) {
    return []<size_t... I>(std::index_sequence<I...>) {
      const size_t counts[] = {0, flatCount<std::remove_cvref_t<std::tuple_element_t<I, R>>>()...};
      size_t sum = 0;
      for (size_t count : counts)
        sum = sum == anyCount || count == anyCount ? anyCount : sum + count;
      return sum;
    }(std::make_index_sequence<std::tuple_size<R>::value>());
  } else if constexpr (VectorLike<R>) {
    return anyCount;
  } else {
    return countFields<R>();
  }
}

/// Whether `Callable` takes `formals` values and returns `results`.
template <class Callable, size_t formals, size_t results> constexpr bool isBody() {
  if constexpr (std::is_void_v<Formal<Callable, formals>>) {
    return false;
  } else {
    constexpr size_t count = flatCount<BodyResult<formals, Callable>>();
    return count == anyCount || count == results;
  }
}
template <class Callable, size_t states, size_t scans>
concept LoopBody = isBody<std::remove_reference_t<Callable>, 2 + states, 1 + states + scans>();
template <class Callable, size_t states, size_t scans>
concept ScanBody = [] {
  constexpr size_t arity = arityFrom<std::remove_reference_t<Callable>, states + 1>();
  if constexpr (arity == 0)
    return false;
  else
    return isBody<std::remove_reference_t<Callable>, arity, states + scans>();
}();

/// What the branches of an If give: the type of the first, without declared element types and shapes if they differ.
template <class Then, class Else>
using BranchResult = std::conditional_t<std::is_same_v<Then, Else> && !TensorSource<Then>, Then, Plain<Then>>;

template <class Then, class Else>
auto callIf(const OperatorInfo &info, const Input &condition, Then &thenBranch, Else &elseBranch) {
  using Result = BranchResult<BodyResult<0, Then>, BodyResult<0, Else>>;
  const Argument arguments[] = {condition};
  Then *const thenPointer = &thenBranch;
  Else *const elsePointer = &elseBranch;
  const Body bodies[] = {makeBody<0>("else_branch", elsePointer), makeBody<0>("then_branch", thenPointer)};
  ValueList outputs;
  callWithBodies(info, arguments, {}, bodies, outputs);
  ValueReader reader{&outputs};
  return takeValues<Result>(reader);
}

/// The element types of a tuple of `skip` values more than the operator has outputs.
template <class R, size_t skip, class Indices> struct AreTensors;
template <class R, size_t skip, size_t... I> struct AreTensors<R, skip, std::index_sequence<I...>> {
  static constexpr bool value = (std::is_same_v<Plain<std::tuple_element_t<I + skip, R>>, Tensor> && ...);
};

/// Several results that are not all tensors.
template <class... Ts> struct MixedOutputs;
template <> struct MixedOutputs<> {};
template <class First, class... Rest> struct MixedOutputs<First, Rest...> {
  First first;
  MixedOutputs<Rest...> rest;
};
template <size_t I, class First, class... Rest> auto &get(MixedOutputs<First, Rest...> &outputs) {
  if constexpr (I == 0)
    return outputs.first;
  else
    return get<I - 1>(outputs.rest);
}
template <size_t I, class... Ts> auto &get(const MixedOutputs<Ts...> &outputs) {
  return get<I>(const_cast<MixedOutputs<Ts...> &>(outputs));
}
template <size_t I, class... Ts> auto &&get(MixedOutputs<Ts...> &&outputs) {
  return static_cast<std::remove_reference_t<decltype(get<I>(outputs))> &&>(get<I>(outputs));
}
template <class... Ts> MixedOutputs<Ts...> takeMixed(ValueReader &reader) {
  MixedOutputs<Ts...> outputs;
  [&]<size_t... I>(std::index_sequence<I...>) {
    ((get<I>(outputs) = Ts(reader.next())), ...);
  }(std::make_index_sequence<sizeof...(Ts)>());
  return outputs;
}

template <size_t count> Outputs<count> takeTensors(ValueReader &reader) {
  Outputs<count> outputs;
  for (size_t i = 0; i < count; ++i)
    outputs[i] = Tensor(reader.next());
  return outputs;
}

/// `count` outputs; their kinds are those that the body returns after its first `skip` results.
template <size_t count, size_t skip, class R> auto takeOutputs(const ValueList &list) {
  ValueReader reader{&list};
  if constexpr (!TupleLike<R>) {
    using Only = Plain<R>;
    if constexpr (count == 1 && skip == 0 && HandleType<Only>)
      return Only(reader.next());
    else
      return takeTensors<count>(reader);
  } else if constexpr (AreTensors<R, skip, std::make_index_sequence<count>>::value) {
    return takeTensors<count>(reader);
  } else if constexpr (count == 1) {
    return Plain<std::tuple_element_t<skip, R>>(reader.next());
  } else {
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return takeMixed<Plain<std::tuple_element_t<I + skip, R>>...>(reader);
    }(std::make_index_sequence<count>());
  }
}

template <size_t states, size_t scans, class Callable>
auto callLoop(const OperatorInfo &info, const Input &tripCount, const Input &condition, const AnyVariadicInput &initial,
              Callable &body) {
  using Result = BodyResult<2 + states, Callable>;
  if (initial.size() != states)
    failBodyArity(info, states, initial.size());
  const Argument arguments[] = {tripCount, condition, initial};
  Callable *const pointer = &body;
  const Body bodies[] = {makeBody<2 + states>("body", pointer, 1 + states + scans)};
  ValueList outputs;
  callWithBodies(info, arguments, {}, bodies, outputs);
  return takeOutputs<states + scans, 1, Result>(outputs);
}

/// `inputs` are the states and then the scan inputs.
template <size_t states, size_t scans, class Callable>
auto callScan(const OperatorInfo &info, const VariadicInput &initial, const VariadicInput &inputs, Callable &body,
              ArrayView<AttributeArgument> attributes) {
  constexpr size_t arity = arityFrom<Callable, states + 1>();
  using Result = BodyResult<arity, Callable>;
  if (initial.size() + inputs.size() != arity || initial.size() != states)
    failBodyArity(info, arity, initial.size() + inputs.size());
  const Argument arguments[] = {initial, inputs}; // one formal of the schema: the runtime must know how many are states
  Callable *const pointer = &body;
  const Body bodies[] = {makeBody<arity>("body", pointer, states + scans)};
  ValueList outputs;
  callWithBodies(info, arguments, attributes, bodies, outputs);
  return takeOutputs<states + scans, 0, Result>(outputs);
}

/// A SequenceMap gives a sequence for each result of its body.
template <class R> auto takeSequences(const ValueList &list) {
  ValueReader reader{&list};
  constexpr size_t count = valueCount<R>();
  if constexpr (count == 1)
    return Sequence(reader.next());
  else
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return takeMixed<decltype((void)I, Sequence())...>(reader);
    }(std::make_index_sequence<count>());
}

template <class Callable>
auto callSequenceMap(const OperatorInfo &info, const Input &sequence, const AnyVariadicInput &additional,
                     Callable &body) {
  constexpr size_t arity = arityFrom<Callable, 1>();
  static_assert(arity > 0, "the body can't be called with tensors or sequences, one for each input");
  if (additional.size() + 1 != arity)
    failBodyArity(info, arity, additional.size() + 1);
  const Argument arguments[] = {sequence, additional};
  Callable *const pointer = &body;
  const Body bodies[] = {makeBody<arity>("body", pointer)};
  ValueList outputs;
  callWithBodies(info, arguments, {}, bodies, outputs);
  return takeSequences<BodyResult<arity, Callable>>(outputs);
}

} // namespace detail
} // namespace onnxc

template <class... Ts> struct std::tuple_size<onnxc::detail::MixedOutputs<Ts...>> {
  static constexpr size_t value = sizeof...(Ts);
};
template <size_t I, class... Ts> struct std::tuple_element<I, onnxc::detail::MixedOutputs<Ts...>> {
  using type = std::remove_reference_t<decltype(get<I>(std::declval<onnxc::detail::MixedOutputs<Ts...> &>()))>;
};

#endif // ONNXC_DETAIL_SUBGRAPH_H
