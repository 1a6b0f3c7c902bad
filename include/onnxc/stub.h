// clang-format off
//===- stub.h - What rewritten source calls ---------------------------------===//
//
// Users never include or call this: `onnxc --emit=cpp` writes it. Each definition of an annotated function gets two
// insertions, on the lines of its braces, and the file gets a head and a tail. For
//
//   namespace acme {
//   template <class T> [[onnx::trace]] Tensor scale(Tensor x, T factor = 2) {
//     Tensor y = x * factor;
//     return y;
//   }
//   [[onnx::script]] FLOAT<> leaky(FLOAT<> x, float alpha = 0.01f) {
//     return op::Where(x < 0, alpha * x, x);
//   }
//   }
//
// the rewritten file is (shown with more line breaks than it has: no insertion has one)
//
//   #include <onnxc/stub.h>
//   namespace onnxc_generated { struct acme_scale_1; struct acme_leaky_2; }
//   #line 1 "ops.cc"
//   namespace acme {
//   template <class T> [[onnx::trace]] Tensor scale(Tensor x, T factor = 2) {
//     static constexpr onnxc::stub::Parameter onnxc_parameters[] = {{.name = "x"}, {.name = "factor", .defaultValue = "2"}};
//     struct onnxc_descriptor { static constexpr onnxc::stub::Descriptor get() { return {.domain = "acme", .name = "scale",
//         .parameters = onnxc_parameters, .parameterCount = 2, .file = "ops.cc", .line = 2}; } };
//     return onnxc::stub::trace<onnxc_descriptor, onnxc::stub::Key<onnxc_generated::acme_scale_1, T>>(
//         onnxc::stub::captures(), [&](Tensor x, T factor) -> Tensor {
//     Tensor y = onnxc::stub::at(3).typed<Tensor>("y", x * factor);
//     return y;
//   }, x, factor); }
//   [[onnx::script]] FLOAT<> leaky(FLOAT<> x, float alpha = 0.01f) {
//     static constexpr ...;  // as above, .kind = onnxc::stub::Kind::Script
//     return onnxc::stub::script<onnxc_descriptor, onnxc::stub::Key<onnxc_generated::acme_leaky_2>>(
//         [&](FLOAT<> x, float alpha) -> FLOAT<> {
//     return op::Where(x < 0, alpha * x, x);  // compiled, never run
//   }, x, alpha); }
//   }
//   // The tail. A specialisation of `Compiled` for each scripted function, or instance of a template, that was compiled:
//   template <> inline const onnxc::stub::Embedded &
//   onnxc::stub::Compiled<onnxc::stub::Key<onnxc_generated::acme_leaky_2>>::embedded() {
//     static constexpr onnxc::stub::Proto protos[] = {{.presence = "", .data = "\x0a...", .size = 123}};
//     static constexpr onnxc::stub::Embedded result = {protos, 1};
//     return result;
//   }
//   // So that describe(f) finds functions by address; explicit instantiations may name private members:
//   namespace { struct onnxc_unit; }
//   template struct onnxc::stub::Address<onnxc_unit, onnxc::stub::Key<onnxc_generated::acme_leaky_2>,
//       static_cast<FLOAT<> (*)(FLOAT<>, float)>(&acme::leaky)>;
//
// - Key<tag, arguments...> identifies a function, and an instance of a template: type parameters as they are, value
//   parameters as Value<N>, packs as Pack<Ts...> / Pack<Value<Ns>...>, template parameters as Template<TT>. The tag is
//   named after the function and its mangled name. A lambda's or local class's key has the tag alone.
// - `trace` and `script` deduce everything about types from the lambda's own parameters, so these are written out
//   (`decltype(x) x` for `auto x`).
// - Struct parameters: .members = "weight,bias" names the tensors inside, flattened, in order.
// - `captures(...)` of methods and lambdas: capture("k", k) for each captured variable, capture("this.scale",
//   this->scale) for each data member.
// - Values: `at(LINE).typed<Declared>("y", expr)` where the type is written, `at(LINE).named("y", expr)` for auto; right
//   sides of assignments likewise. Braced initialisers and other statements: `onnxc::stub::at(LINE).name("y", y);` after
//   them. Statements that make no variable may start with `onnxc::stub::at(LINE);` so that errors know the line.
//
// What the runtime does with a traced call: see docs/tracing.md, "Guards".
//
//===------------------------------------------------------------------------===//
// clang-format on
#ifndef ONNXC_STUB_H
#define ONNXC_STUB_H
#pragma GCC system_header

#include "onnxc/detail/collect.h"
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace onnxc::stub {

enum class Kind : unsigned char { Trace, Script };

struct Parameter {
  const char *name = "";
  /// Constant default arguments, as text: `2`, `0.5`, `true`, `"text"`, `[1, 2]`, `none` for an absent optional. Other
  /// defaults: as they are written, after a `=`. Null: there is none.
  const char *defaultValue = nullptr;
  /// Names of the tensors inside a struct, "weight,bias.value".
  const char *members = nullptr;
};

struct Descriptor {
  const char *domain = "";
  const char *name = "";
  long version = 1;
  Kind kind = Kind::Trace;
  /// What tells the function from others of the same domain and name (parameter types of C++ overloads, the enclosing
  /// function of a local lambda ...), without template arguments; usually empty.
  const char *overload = "";
  const Parameter *parameters = nullptr;
  size_t parameterCount = 0;
  /// Names of the outputs where the function returns a struct, "y,state.h"; else null.
  const char *outputs = nullptr;
  const char *file = "";   ///< as the source was given to onnxc
  unsigned line = 0;       ///< of the definition
  bool debugLines = false; ///< -g: nodes carry the lines of the statements that made them
  const char *doc = "";    ///< the doc comment without its comment signs
};

/// A serialised FunctionProto. `presence`: which inputs are given, where the function was compiled for a pattern: a '1'
/// or '0' for each std::optional parameter (inputs and attributes), then ",N" for each variadic parameter (the number
/// of its tensors). Empty: for all patterns. "-": no call chooses it, only other embedded functions call it.
struct Proto {
  const char *presence = "";
  const char *data = nullptr;
  size_t size = 0;
};
struct Embedded {
  const Proto *protos = nullptr;
  size_t count = 0;
};

template <class Tag, class... Arguments> struct Key {};
template <auto value> struct Value {};
template <class... Arguments> struct Pack {};
template <template <class...> class T> struct Template {};

/// The compiled form of a scripted function. Only specialisations of `embedded` are defined, so that an instance of a
/// template which onnxc has not seen is a link error that names it.
template <class K> struct Compiled {
  static const Embedded &embedded();
};
/// Compilers instantiate this at the end of the file, behind the specialisations in its tail, even where `script` is
/// instantiated early.
template <class K> const Embedded &embedded() { return Compiled<K>::embedded(); }

namespace detail {

/// A function as the compiler sees it; static data for each instance.
struct Entry {
  const Descriptor *descriptor;
  const std::type_info *key; ///< of the Key
  void (*describe)(SignatureSink &);
  const Embedded &(*embedded)(); ///< null: traced
  /// Filled on registration, before main.
  void *state = nullptr;
};

/// Puts the function into the registry. Called while static variables are initialised.
void registerEntry(Entry &entry);
void registerAddress(const std::type_info &key, const std::type_info &pointerType, const void *bytes, size_t size);

template <class> struct SignatureOf;
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...) const> {
  using Result = std::decay_t<R>;
  using Copies = std::tuple<Stored<P>...>;
  template <class... A> static Copies copy(const A &...arguments) { return Copies(store<Stored<P>>(arguments)...); }
  static_assert((isParameter<P> && ...), "a traced or scripted function takes tensors by value or const reference: "
                                         "what it writes to its caller's variables is lost when "
                                         "the function is reused");
  static_assert(!std::is_void_v<R>, "a traced or scripted function returns its outputs");
  static void describe(SignatureSink &sink) {
    (describeParameter<std::remove_cvref_t<P>>(sink), ...);
    describeResult<Result>(sink);
  }
  template <class Body, size_t... I> static Result run(Body &body, Copies &copies, std::index_sequence<I...>) {
    return body(static_cast<P>(std::get<I>(copies))...);
  }
};
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...)> : SignatureOf<R (C::*)(P...) const> {};
template <class C, class R, class... P>
struct SignatureOf<R (C::*)(P...) const noexcept> : SignatureOf<R (C::*)(P...) const> {};

// The descriptor comes from a local class of the function: Clang's debug information loses local variables that are
// template arguments.
template <class D, class K, class Signature> struct Traced {
  static inline constexpr Descriptor descriptor = D::get();
  static inline constinit Entry entry{&descriptor, &typeid(K), &Signature::describe, nullptr};
  static inline const bool registered = (registerEntry(entry), true);
};
template <class D, class K, class Signature> struct Scripted {
  static inline constexpr Descriptor descriptor = D::get();
  static inline constinit Entry entry{&descriptor, &typeid(K), &Signature::describe, &embedded<K>};
  static inline const bool registered = (registerEntry(entry), true);
};

/// A result, kept to give calls that reuse the function a result of the same form.
struct Prototype {
  virtual ~Prototype() = default;
};
template <class R> struct Result final : Prototype {
  explicit Result(R value) : value(std::move(value)) {}
  R value;
};

/// One call of an annotated function, in the runtime.
class Call {
public:
  explicit Call(Entry &entry);
  /// A frame that was entered and not left is dropped: a body that threw leaves nothing behind.
  ~Call();
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  /// The arguments; their handles are changed by enter().
  Arguments &arguments();
  /// The body shall run in the caller's graph (`inlined`, TraceOptions::inline_functions). The frame then only gives
  /// scope.
  bool inlines();
  /// The result of the function that was made for such arguments, or null.
  const Prototype *find();
  /// Makes formals of the arguments; the body runs next.
  void enter();
  /// The body returned `outputs`, the handles of `result`, which it takes over.
  void leave(Prototype *result, const Arguments &outputs);
  /// Makes the call node and sets the handles of `outputs` to its outputs.
  void emit(Arguments &outputs);
  /// Scripted functions: the compiled form that fits the arguments; returns how many outputs it has.
  size_t choose();

private:
  struct Impl;
  Impl *impl;
};

} // namespace detail

template <class T> struct Capture {
  const char *name;
  const T &value;
};
template <class T> Capture<T> capture(const char *name, const T &value) { return {name, value}; }
template <class... T> std::tuple<Capture<T>...> captures(Capture<T>... all) { return {all...}; }

/// Stands for an annotated, traced function: makes it a function of the model on the first call of its kind, then a
/// call node.
template <class D, class K, class Captures, class Body, class... Args>
auto trace(const Captures &captures, Body &&body, const Args &...args) {
  using Signature = detail::SignatureOf<decltype(&std::remove_reference_t<Body>::operator())>;
  using R = typename Signature::Result;
  using Traced = detail::Traced<D, K, Signature>;
  (void)&Traced::registered;
  auto copies = Signature::copy(args...);
  detail::Call call(Traced::entry);
  auto run = [&] { return Signature::run(body, copies, std::index_sequence_for<Args...>()); };
  std::apply([&](const auto &...each) { (call.arguments().capture(each.name, each.value), ...); }, captures);
  std::apply([&](auto &...each) { (call.arguments().parameter(each), ...); }, copies);
  if (call.inlines())
    return run();
  const detail::Prototype *known = call.find();
  if (!known) {
    call.enter();
    auto *made = new detail::Result<R>(run());
    known = made;
    detail::Arguments outputs;
    outputs.parameter(made->value);
    call.leave(made, outputs);
  }
  R result = static_cast<const detail::Result<R> *>(known)->value;
  detail::Arguments outputs;
  outputs.parameter(result);
  call.emit(outputs);
  return result;
}

/// Stands for a scripted function: makes a call node of its compiled form. `body` is not run.
template <class D, class K, class Body, class... Args> auto script(Body &&, const Args &...args) {
  using Signature = detail::SignatureOf<decltype(&std::remove_reference_t<Body>::operator())>;
  using Scripted = detail::Scripted<D, K, Signature>;
  (void)&Scripted::registered;
  auto copies = Signature::copy(args...);
  detail::Call call(Scripted::entry);
  std::apply([&](auto &...each) { (call.arguments().parameter(each), ...); }, copies);
  typename Signature::Result result{};
  detail::resizeOutputs(result, call.choose());
  detail::Arguments outputs;
  outputs.parameter(result);
  call.emit(outputs);
  return result;
}

/// Makes compiled functions known that have no stub in this program, but are called by those that have. In the tail:
///   namespace { const bool onnxc_helpers = onnxc::stub::addFunctions(embedded); }
bool addFunctions(const Embedded &functions);

/// A parameter of an operator that a user declared with [[onnx::op]].
struct OperatorParameter {
  const char *name = "";
  AttributeKind attribute{}; ///< 0: an input
  bool optional = false;
  bool variadic = false;
  const char *defaultValue = nullptr; ///< as in Parameter; null: none, or not known
};
struct OperatorDescriptor {
  const char *domain = "";
  const char *name = "";
  int version = 1; ///< the since-version
  const OperatorParameter *parameters = nullptr;
  size_t parameterCount = 0;
  const char *file = "";
  unsigned line = 0;
};
/// Lets describe() find a declared operator by its address. The descriptor is static.
bool addOperator(void (*function)(), const OperatorDescriptor &descriptor);

/// Lets describe() find a function by its address.
template <class Unit, class K, auto function> struct Address {
  static bool add() {
    auto pointer = function;
    detail::registerAddress(typeid(K), typeid(pointer), &pointer, sizeof pointer);
    return true;
  }
  static inline const bool registered = add();
};

/// Marks a statement of a traced body: its line, and the names of the values that it makes.
struct At {
  /// Gives the value of a tensor variable the variable's name. Other values pass through.
  template <class Declared, class T> Declared typed(const char *name, T &&value) const {
    if constexpr (std::is_base_of_v<onnxc::detail::Handle, Declared>) {
      Declared result = std::forward<T>(value);
      detail::nameValue(result, name);
      return result;
    } else {
      return std::forward<T>(value);
    }
  }
  template <class T> std::decay_t<T> named(const char *name, T &&value) const {
    return typed<std::decay_t<T>>(name, std::forward<T>(value));
  }
  /// After a statement that is no plain initialisation or assignment.
  template <class T> void name(const char *name, const T &value) const {
    if constexpr (std::is_base_of_v<onnxc::detail::Handle, T>)
      detail::nameValue(value, name);
  }
};
/// The line of the traced function's file that runs next.
At at(unsigned line);

} // namespace onnxc::stub

#endif
