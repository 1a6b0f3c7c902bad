//===- model.h - Models: building, tracing, saving, loading -------------------===//
#ifndef ONNXC_MODEL_H
#define ONNXC_MODEL_H
#pragma GCC system_header

#include "onnx/onnx_pb.h"
#include "onnxc/describe.h"
#include "onnxc/trace.h"
#include <initializer_list>
#include <memory>
#include <optional>
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

/// The type of a tensor that is not there yet: an element type, which may be left open, and dimensions; no dimensions =
/// any shape.
struct InputSpec {
  std::string name; ///< empty: the parameter's
  DType dtype = DType::UNDEFINED;
  std::optional<std::vector<Dimension>> dims;
  bool sequence = false;
};

/// An input for `trace`: `input<float>({"N", 3, 4})`, `input<float>()` of any shape, `input<float>({})` of rank 0.
template <class T> InputSpec input() { return {{}, dtypeOf<T>, std::nullopt}; }
template <class T> InputSpec input(std::initializer_list<Dimension> dims) {
  return {{}, dtypeOf<T>, std::vector<Dimension>(dims)};
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

  /// A new input of the graph. `T` is an element type or a SequenceOf. Without dimensions its shape is not known.
  template <class T> auto input(const std::string &name) { return addInput<T>(name, std::nullopt); }
  template <class T> auto input(const std::string &name, std::initializer_list<Dimension> dims) {
    return addInput<T>(name, std::vector<Dimension>(dims));
  }
  template <class T> auto input(const std::string &name, std::vector<Dimension> dims) {
    return addInput<T>(name, std::move(dims));
  }
  Tensor input(const std::string &name, const InputSpec &spec) { return Tensor(add(name, spec)); }
  /// An initializer: a constant that the graph holds beside its nodes. Throws TraceError if the name is taken.
  Tensor initializer(const std::string &name, const TensorLiteral &value);
  Tensor initializer(const std::string &name, const onnx::TensorProto &value);

  /// Makes `value` an output of the graph. Throws TraceError if the name is taken.
  void output(const std::string &name, const Tensor &value);
  void output(const std::string &name, const Sequence &value);

  /// The model: the graph, and all functions that it calls. Throws TraceError if the graph is not valid.
  onnx::ModelProto build();

  const std::shared_ptr<runtime::Session> &session() const { return impl; }

private:
  template <class T> struct IsSequence : std::false_type {
    using Element = T;
  };
  template <class T> struct IsSequence<SequenceOf<T>> : std::true_type {
    using Element = T;
  };
  template <class T> auto addInput(const std::string &name, std::optional<std::vector<Dimension>> dims) {
    constexpr bool sequence = IsSequence<T>::value;
    detail::Handle value = add(name, {name, dtypeOf<typename IsSequence<T>::Element>, std::move(dims), sequence});
    return std::conditional_t<sequence, Sequence, Tensor>(std::move(value));
  }
  detail::Handle add(const std::string &name, const InputSpec &spec);

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

/// Names of the inputs and outputs of an annotated function, as far as it is known.
std::vector<std::string> inputNames(const FunctionInfo *info, size_t count);
void addOutputs(ModelBuilder &builder, const FunctionInfo *info, const ValueList &values);

template <class F, class Call>
onnx::ModelProto traceCall(const F &function, const InputSpec *inputs, size_t count, const TraceOptions &options,
                           Call call) {
  ModelBuilder builder(options);
  std::optional<FunctionInfo> info = findFunction(function);
  std::vector<std::string> names = inputNames(info ? &*info : nullptr, count);
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < count; ++i)
    tensors.push_back(builder.input(inputs[i].name.empty() ? names[i] : inputs[i].name, inputs[i]));
  ValueList values;
  putValues(values, call(tensors));
  addOutputs(builder, info ? &*info : nullptr, values);
  return builder.build();
}

} // namespace detail

/// A model that calls `function` with inputs of these types, then the attributes: `trace(acme::flatten_to,
/// {input<float>({"N", 3, 4})}, 2)`. The function is a traced or scripted one, a lambda, or an operator.
template <class F, size_t count, class... Attributes>
onnx::ModelProto trace(const TraceOptions &options, const F &function, const InputSpec (&inputs)[count],
                       Attributes &&...attributes) {
  return detail::traceCall(function, inputs, count, options, [&](std::vector<Tensor> &tensors) {
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return function(tensors[I]..., std::forward<Attributes>(attributes)...);
    }(std::make_index_sequence<count>());
  });
}
template <class F, size_t count, class... Attributes>
onnx::ModelProto trace(const F &function, const InputSpec (&inputs)[count], Attributes &&...attributes) {
  return trace(TraceOptions(), function, inputs, std::forward<Attributes>(attributes)...);
}

} // namespace onnxc

#endif
