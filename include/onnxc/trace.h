//===- trace.h - Traced code: errors, scopes, control flow --------------------===//
//
// What traced functions use besides tensors and operators. <onnxc/model.h> has what starts a trace.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_TRACE_H
#define ONNXC_TRACE_H
#pragma GCC system_header

#include "onnxc/detail/subgraph.h"
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace onnxc {

/// One traced function of the stack at the place of an error.
struct TraceFrame {
  std::string function; ///< "acme.flatten_to"
  std::string file;     ///< as the source was given to onnxc
  unsigned line = 0;    ///< of the statement that ran, or of the definition
};

/// A mistake in traced code, or a question about a tensor that has no answer while the graph is made. The builder stays
/// usable: the function whose body threw leaves nothing behind.
class TraceError : public std::runtime_error {
public:
  TraceError(std::string message, std::vector<TraceFrame> stack);

  /// Without the stack, which what() has as well.
  const std::string &message() const { return text; }
  /// Innermost function first.
  const std::vector<TraceFrame> &stack() const { return frames; }

private:
  std::string text;
  std::vector<TraceFrame> frames;
};

/// While it lives, nodes made on this thread carry its name in their scope ("encoder", then "encoder/layer0" ...), in
/// metadata_props.
class Scope {
public:
  explicit Scope(std::string name);
  ~Scope();
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;
};

namespace detail {

/// While it lives, the next call of an annotated function on this thread is flattened into the caller's graph.
class InlineNext {
public:
  InlineNext();
  ~InlineNext();
  InlineNext(const InlineNext &) = delete;
  InlineNext &operator=(const InlineNext &) = delete;

private:
  bool before;
};

/// Operators in the version that the model's opset has.
inline constexpr OperatorInfo ifOperator{"", "If", 0};
inline constexpr OperatorInfo loopOperator{"", "Loop", 0};

/// A loop's states: what its body returned, as a flat list after the condition.
template <class R> void putStates(ValueList &list, const R &states) { putValues(list, states); }

template <size_t... I, class Callable>
decltype(auto) callWith(Callable &callable, const Handle *states, std::index_sequence<I...>) {
  return callable(Tensor(states[I])...);
}

/// Whether `Callable` takes `tensors` tensors and returns `results`.
template <class Callable, size_t tensors, size_t results> constexpr bool takesTensors() {
  if constexpr (takesFormals<Callable, Tensor>(std::make_index_sequence<tensors>()))
    return isBody<Callable, tensors, results>();
  else
    return false;
}
template <class Callable, size_t states>
concept ForBody = takesTensors<Callable, 1 + states, states>();
template <class Callable, size_t states>
concept WhileBody = takesTensors<Callable, states, states>();
template <class Callable, size_t states>
concept WhileCondition = takesTensors<Callable, states, 1>();

template <size_t count> auto statesOf(const ValueList &list) {
  if constexpr (count == 1) {
    return Tensor(list[0]);
  } else {
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return std::tuple(Tensor((static_cast<void>(I), list[I]))...);
    }(std::make_index_sequence<count>());
  }
}

/// Makes the Loop; `body` has the results: condition, states.
ValueList callStateLoop(const Input &tripCount, const Input &condition, const AnyVariadicInput &initial,
                        const Body &body);

} // namespace detail

/// f, flattened: `inlined(layer)(x, 2)` puts the function's nodes into the caller's graph. Calls that the function
/// makes stay calls.
template <class F> auto inlined(F function) {
  return [function](auto &&...arguments) -> decltype(auto) {
    detail::InlineNext next;
    if constexpr (std::is_member_function_pointer_v<F>)
      return [&](auto &&object, auto &&...rest) -> decltype(auto) {
        return (std::forward<decltype(object)>(object).*function)(std::forward<decltype(rest)>(rest)...);
      }(std::forward<decltype(arguments)>(arguments)...);
    else
      return function(std::forward<decltype(arguments)>(arguments)...);
  };
}

/// An If: `cond(x.sum() > 0, [&] { return x; }, [&] { return -x; })`. Both sides give the same number of values and
/// element types. The result is what the first side returns.
template <class Then, class Else> auto cond(const Tensor &condition, Then thenBranch, Else elseBranch) {
  return detail::callIf(detail::ifOperator, condition, thenBranch, elseBranch);
}

/// A Loop that runs while `condition(states...)` is true: `auto [i, sum] = while_loop([&](Tensor i, Tensor) { return i
/// < n; },
/// [&](Tensor i, Tensor sum) { return std::tuple(i + 1, sum + x[i]); }, 0, 0.f)`. The result is a Tensor for one state,
/// else a tuple.
template <class Condition, class LoopBody, class... States>
  requires detail::WhileCondition<Condition, sizeof...(States)> && detail::WhileBody<LoopBody, sizeof...(States)>
auto while_loop(Condition condition, LoopBody body, const States &...initial) {
  constexpr size_t count = sizeof...(States);
  static_assert(count > 0, "a while_loop needs at least one state: without one its condition never changes");
  const Tensor states[] = {Tensor(initial)...};
  auto step = [&](const detail::Handle *formals, detail::ValueList &results) {
    constexpr auto indices = std::make_index_sequence<count>();
    detail::ValueList next;
    detail::putStates(next, detail::callWith(body, formals + 2, indices));
    results.push(next.size() == count ? Tensor(detail::callWith(condition, next.data(), indices)) : Tensor());
    for (const detail::Handle &state : next)
      results.push(state);
  };
  auto run = [](void *callable, const detail::Handle *formals, detail::ValueList &results) {
    (*static_cast<decltype(step) *>(callable))(formals, results);
  };
  Tensor first = detail::callWith(condition, states, std::make_index_sequence<count>());
  return detail::statesOf<count>(
      detail::callStateLoop({}, first, std::span<const Tensor>(states), {"body", 2 + count, run, &step, 1 + count}));
}
template <class Condition, class LoopBody, class... States>
__attribute__((unavailable("condition and body of a while_loop take each state; the condition returns one value, the "
                           "body each state"))) //
decltype(detail::statesOf<sizeof...(States)>({}))
while_loop(Condition condition, LoopBody body, const States &...initial);

/// A Loop over 0, 1, ... trip_count - 1: `Tensor sum = for_loop(n, [&](Tensor i, Tensor sum) { return sum + x[i]; },
/// 0.f)`.
template <class LoopBody, class... States>
  requires detail::ForBody<LoopBody, sizeof...(States)>
auto for_loop(const Tensor &trip_count, LoopBody body, const States &...initial) {
  constexpr size_t count = sizeof...(States);
  static_assert(count > 0, "a for_loop needs at least one state: without one it computes nothing");
  const Tensor states[] = {Tensor(initial)...};
  auto step = [&](const detail::Handle *formals, detail::ValueList &results) {
    results.push(Tensor(true));
    detail::putStates(results, [&]<size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
      return body(Tensor(formals[0]), Tensor(formals[I + 2])...);
    }(std::make_index_sequence<count>()));
  };
  auto run = [](void *callable, const detail::Handle *formals, detail::ValueList &results) {
    (*static_cast<decltype(step) *>(callable))(formals, results);
  };
  return detail::statesOf<count>(detail::callStateLoop(trip_count, {}, std::span<const Tensor>(states),
                                                       {"body", 2 + count, run, &step, 1 + count}));
}
template <class LoopBody, class... States>
__attribute__((unavailable("the body of a for_loop takes the iteration and each state, and returns each state"))) //
decltype(detail::statesOf<sizeof...(States)>({}))
for_loop(const Tensor &trip_count, LoopBody body, const States &...initial);

} // namespace onnxc

#endif
