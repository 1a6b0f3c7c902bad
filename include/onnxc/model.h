//===- model.h - Models: building, tracing, saving, loading -------------------===//
#ifndef ONNXC_MODEL_H
#define ONNXC_MODEL_H
#pragma GCC system_header

#include "onnx/onnx_pb.h"
#include "onnxc/describe.h"
#include "onnxc/detail/trace_call.h"
#include "onnxc/trace.h"
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onnxc {

namespace runtime {
class Session;
}

/// A dimension of an input: a number, a symbol, or `onnxc::dyn`.
class Dimension {
public:
  template <detail::Arithmetic T>
    requires std::is_integral_v<T>
  Dimension(T size) : size(static_cast<int64_t>(size)) {}
  Dimension(const char *symbol) : symbol(symbol) {}
  Dimension(std::string symbol) : symbol(std::move(symbol)) {}
  Dimension(const Dim &dim);

  int64_t size = -1;  ///< -1: not known
  std::string symbol; ///< empty: none
};

/// The type of an input: an element type, which may be left open, and dimensions; no dimensions = any shape.
struct InputSpec {
  InputSpec() = default;
  InputSpec(std::string name, DType dtype, std::optional<std::vector<Dimension>> dims = std::nullopt,
            bool sequence = false, bool optional = false)
      : name(std::move(name)), dtype(dtype), dims(std::move(dims)), sequence(sequence), optional(optional) {}
  /// An input that is left out: a `std::optional<Tensor>` parameter gets none.
  InputSpec(std::nullopt_t) : absent(true) {}

  std::string name; ///< empty: the parameter's
  DType dtype = DType::UNDEFINED;
  std::optional<std::vector<Dimension>> dims;
  bool sequence = false; ///< of such tensors
  bool optional = false; ///< an ONNX optional of such a tensor or sequence
  bool absent = false;
};

namespace detail {
/// Of an element type, a TensorOf, a SequenceOf or an OptionalOf.
template <class T> InputSpec specOf(std::string name, std::optional<std::vector<Dimension>> dims) {
  using Form = stub::detail::DeclaredType::Form;
  constexpr stub::detail::DeclaredType type = stub::detail::declaredAs<T>();
  if (!dims && type.ranked)
    dims.emplace(type.dims, type.dims + type.dimCount);
  return {std::move(name), type.elem, std::move(dims),
          type.form == Form::Sequence || type.form == Form::OptionalSequence,
          type.form == Form::Optional || type.form == Form::OptionalSequence};
}
} // namespace detail

/// An input for `trace`: `input<float>({"N", 3, 4})`, `input<float>()` of any shape, `input<float>({})` of rank 0,
/// `input<FLOAT<"N", 3>>()`, `input<SequenceOf<float>>()`, `input<OptionalOf<float>>({3})`. `std::nullopt` stands for
/// an input that is left out.
template <class T> InputSpec input() { return detail::specOf<T>({}, std::nullopt); }
template <class T> InputSpec input(std::initializer_list<Dimension> dims) {
  return detail::specOf<T>({}, std::vector<Dimension>(dims));
}
inline InputSpec input(DType dtype, std::optional<std::vector<Dimension>> dims = std::nullopt) {
  return {{}, dtype, std::move(dims)};
}

struct TraceOptions {
  int64_t opset = 20; ///< of ai.onnx: the version that each operator must have
  int64_t ir_version = 10;
  /// Says on standard error why each new specialisation of a traced function was made.
  bool explain = false;
  /// Flattens all calls of annotated functions.
  bool inline_functions = false;
  /// How many nodes that may make: calls of calls multiply. More are a TraceError.
  int64_t inline_limit = 1'000'000;
};

/// Makes a model by running C++ code. Tensors that come from one builder's inputs go into its graph; several builders
/// may be used at a time, each on one thread at a time. Operators without tensor inputs go to the builder that this
/// thread made or used last.
class ModelBuilder {
public:
  explicit ModelBuilder(const TraceOptions &options = {});
  ~ModelBuilder();
  ModelBuilder(ModelBuilder &&) noexcept;
  ModelBuilder &operator=(ModelBuilder &&) noexcept;

  /// A new input of the graph, a Tensor, Sequence or OptionalValue: `T` is an element type, a SequenceOf or an
  /// OptionalOf. Without dimensions its shape is not known.
  template <class T> auto input(const std::string &name) { return addInput<T>(name, std::nullopt); }
  template <class T> auto input(const std::string &name, std::initializer_list<Dimension> dims) {
    return addInput<T>(name, std::vector<Dimension>(dims));
  }
  template <class T> auto input(const std::string &name, std::vector<Dimension> dims) {
    return addInput<T>(name, std::move(dims));
  }
  Tensor input(const std::string &name, const InputSpec &spec) { return Tensor(addValue(name, spec)); }
  /// The input as its spec says, of any kind.
  Value addValue(const std::string &name, const InputSpec &spec);
  /// An initializer: a constant that the graph holds beside its nodes. Throws TraceError if the name is taken.
  Tensor initializer(const std::string &name, const TensorLiteral &value);
  Tensor initializer(const std::string &name, const onnx::TensorProto &value);

  /// Makes `value` an output of the graph. Throws TraceError if the name is taken.
  void output(const std::string &name, const Tensor &value);
  void output(const std::string &name, const Sequence &value);
  void output(const std::string &name, const OptionalValue &value);

  /// The model: the graph, and all functions that it calls. Throws TraceError if the graph is not valid.
  onnx::ModelProto build();

  const std::shared_ptr<runtime::Session> &session() const { return impl; }

private:
  template <class T> auto addInput(const std::string &name, std::optional<std::vector<Dimension>> dims) {
    return detail::Plain<T>(addValue(name, detail::specOf<T>(name, std::move(dims))));
  }

  std::shared_ptr<runtime::Session> impl;
};

struct SaveOptions {
  /// Large tensors go to this file, in the model's folder: "weights.bin". Empty: into the model, which may then have at
  /// most 2 GB.
  std::string external_data;
  /// In bytes: tensors below it stay in the model.
  int64_t threshold = 1024;
};

/// Writes the model, completely or not at all. Throws std::runtime_error.
void save(const onnx::ModelProto &model, const std::string &path, const SaveOptions &options = {});

/// Reads a model, with its external data. Throws std::runtime_error.
onnx::ModelProto load(const std::string &path);

/// The functions of a model, to be called in traced code:
///
///   onnxc::FunctionLibrary library(onnxc::load("ops.onnx"));
///   Tensor y = library.call("acme", "leaky_relu", {x}, {{"alpha", "0.2"}})[0];
class FunctionLibrary {
public:
  explicit FunctionLibrary(onnx::ModelProto model);

  /// Attribute values are written as text: 2, 0.5, "text", [1, 2].
  std::vector<Tensor> call(const std::string &domain, const std::string &name, const std::vector<Tensor> &inputs,
                           const std::vector<std::pair<std::string, std::string>> &attributes = {},
                           const std::string &overload = {}) const;

private:
  std::shared_ptr<const onnx::ModelProto> model;
};

namespace detail {

template <class F, class... Given>
onnx::ModelProto traceCall(const TraceOptions &options, const F &function, const InputSpec *inputs, size_t count,
                           Given &&...given) {
  ModelBuilder builder(options);
  std::optional<FunctionInfo> info = findFunction(function);
  TraceInputs source(builder, info ? &*info : nullptr, inputs, count);
  ValueList values;
  TraceCall<F, Given &&...> call(function, source, std::forward_as_tuple(std::forward<Given>(given)...));
  putValues(values, call());
  addOutputs(builder, info ? &*info : nullptr, values);
  return builder.build();
}

/// A generic lambda: tensors, then the attribute values.
template <class F, size_t count, class... Given>
onnx::ModelProto traceGeneric(const TraceOptions &options, const F &function, const InputSpec (&inputs)[count],
                              Given &&...given) {
  ModelBuilder builder(options);
  TraceInputs source(builder, nullptr, inputs, count);
  std::vector<Tensor> tensors;
  while (!source.atEnd())
    tensors.push_back(Tensor(source.next(stub::detail::DeclaredType::Form::Tensor, false)));
  ValueList values;
  putValues(values, [&]<size_t... I>(std::index_sequence<I...>) {
    return function(tensors[I]..., std::forward<Given>(given)...);
  }(std::make_index_sequence<count>()));
  addOutputs(builder, nullptr, values);
  return builder.build();
}

} // namespace detail

/// A model with one call of `function`: `trace(acme::flatten_to, {input<float>({"N", 3, 4})}, 2)`. The function is a
/// traced or scripted one, a lambda, or an operator. Its tensor parameters take the inputs in order (a
/// std::optional<Tensor> takes one too, which may be std::nullopt or, at the end, left out; a list takes all that
/// remain; a struct one for each of its tensors), the other parameters take the attribute values in order, then their
/// constant default arguments. Of a method, the object comes before these: `trace(&Layer::forward,
/// {input<float>({"N"})}, layer)`. Throws TraceError where they do not fit.
template <class F, size_t count, class... Attributes>
onnx::ModelProto trace(const TraceOptions &options, const F &function, const InputSpec (&inputs)[count],
                       Attributes &&...attributes) {
  if constexpr (detail::HasDeclaration<F>)
    return detail::traceCall(options, function, inputs, count, std::forward<Attributes>(attributes)...);
  else
    return detail::traceGeneric(options, function, inputs, std::forward<Attributes>(attributes)...);
}
template <class F, size_t count, class... Attributes>
onnx::ModelProto trace(const F &function, const InputSpec (&inputs)[count], Attributes &&...attributes) {
  return trace(TraceOptions(), function, inputs, std::forward<Attributes>(attributes)...);
}
/// With a list of inputs that is made at run time, or `{}`.
template <detail::HasDeclaration F, class... Attributes>
onnx::ModelProto trace(const TraceOptions &options, const F &function, std::span<const InputSpec> inputs,
                       Attributes &&...attributes) {
  return detail::traceCall(options, function, inputs.data(), inputs.size(), std::forward<Attributes>(attributes)...);
}
template <detail::HasDeclaration F, class... Attributes>
onnx::ModelProto trace(const F &function, std::span<const InputSpec> inputs, Attributes &&...attributes) {
  return trace(TraceOptions(), function, inputs, std::forward<Attributes>(attributes)...);
}

} // namespace onnxc

#endif
