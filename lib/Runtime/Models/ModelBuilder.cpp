//===- ModelBuilder.cpp - Models that are made node by node ---------------===//
#include "Graph/Model/Copy.h"
#include "Graph/Model/Model.h"
#include "Runtime/Models/LargeConstants.h"
#include "Runtime/Session/Session.h"
#include "onnxc-config.h"
#include "onnxc/model.h"

namespace onnxc {

using runtime::Session;

Dimension::Dimension(const Dim &dim) {
  if (dim.kind == Dim::Kind::Fixed)
    size = dim.size;
  else if (dim.kind == Dim::Kind::Symbol)
    symbol = dim.symbol;
}

namespace {

graph::Type typeOf(const InputSpec &spec) {
  graph::ElemType elem = spec.dtype == DType::UNDEFINED ? graph::ElemType() : graph::ElemType(spec.dtype);
  std::optional<graph::Shape> shape;
  if (spec.dims) {
    shape.emplace();
    for (const Dimension &dim : *spec.dims)
      shape->push_back(dim.size >= 0 ? graph::Dim(dim.size) : graph::Dim(dim.symbol));
  }
  graph::Type type =
      spec.sequence ? graph::Type::sequence(elem, std::move(shape)) : graph::Type::tensor(elem, std::move(shape));
  if (spec.optional)
    type.kind = spec.sequence ? graph::Type::Kind::OptionalSequence : graph::Type::Kind::OptionalTensor;
  return type;
}

/// Copies of all functions that the graph calls, so that they can be finished while tracing may go on.
class Copies {
public:
  std::shared_ptr<graph::Function> copy(const graph::Function &function) {
    return graph::cloneFunction(function, [this](const graph::Function *callee) { return copyOf(callee); });
  }
  std::vector<std::shared_ptr<graph::Function>> all;

private:
  const graph::Function *copyOf(const graph::Function *function) {
    auto found = copies.find(function);
    if (found != copies.end())
      return found->second;
    std::shared_ptr<graph::Function> made = copy(*function);
    copies[function] = made.get();
    all.push_back(std::move(made));
    return copies[function];
  }
  std::unordered_map<const graph::Function *, const graph::Function *> copies;
};

} // namespace

/// Throws TraceError if an input, initializer or output has the name.
static void checkFree(Session &session, const std::string &name) {
  auto check = [&](const std::unordered_set<std::string> &names, const char *what) {
    if (names.contains(name))
      runtime::fail("the graph has an " + std::string(what) + " '" + name + "' already", &session);
  };
  check(session.inputNames, "input");
  check(session.initializers, "initializer");
  check(session.outputNames, "output");
}

ModelBuilder::ModelBuilder(const TraceOptions &options) : impl(std::make_shared<Session>(options)) { impl->use(); }
ModelBuilder::~ModelBuilder() = default;
ModelBuilder::ModelBuilder(ModelBuilder &&) noexcept = default;
ModelBuilder &ModelBuilder::operator=(ModelBuilder &&) noexcept = default;

Value ModelBuilder::addValue(const std::string &name, const InputSpec &spec) {
  impl->use();
  if (name.empty())
    impl->fail({graph::ErrorId::Internal, "an input needs a name", -1, {}});
  checkFree(*impl, name);
  impl->inputNames.insert(name);
  return Value(impl->handle(impl->frames[0]->function->body.addInput(name, typeOf(spec))));
}

Tensor ModelBuilder::initializer(const std::string &name, const onnx::TensorProto &value) {
  impl->use();
  checkFree(*impl, name);
  onnx::TensorProto named = value;
  named.set_name(name);
  graph::Value *constant = impl->frame().builder.constant(std::move(named));
  constant->hint = name;
  impl->initializers.insert(name);
  return Tensor(impl->handle(constant));
}

Tensor ModelBuilder::initializer(const std::string &name, const TensorLiteral &value) {
  return initializer(name, runtime::toProto(value));
}

namespace {
void addOutput(Session &session, const std::string &name, const detail::Handle &value) {
  if (!session.isTop())
    runtime::fail("ModelBuilder::output is called while a traced function runs", &session);
  graph::Value *output = session.value(value);
  // An initializer may be an output as it is.
  bool itself = output->producer && output->producer->opType == "Constant" && output->hint == name;
  if (!itself || !session.initializers.contains(name))
    checkFree(session, name);
  session.outputNames.insert(name);
  session.frames[0]->function->body.outputs.push_back(output);
  session.frames[0]->function->outputNames.push_back(name);
}
} // namespace

void ModelBuilder::output(const std::string &name, const Tensor &value) { addOutput(*impl, name, value); }
void ModelBuilder::output(const std::string &name, const Sequence &value) { addOutput(*impl, name, value); }
void ModelBuilder::output(const std::string &name, const OptionalValue &value) { addOutput(*impl, name, value); }

onnx::ModelProto ModelBuilder::build() {
  if (!impl->isTop())
    runtime::fail("ModelBuilder::build is called while a traced function runs", impl.get());
  graph::ModelOptions options;
  options.opset = impl->options.opset;
  options.irVersion = impl->options.ir_version;
  options.producerVersion = ONNXC_VERSION_STRING;
  options.finish.sourceOf = [this](graph::Location location) {
    return location ? impl->sources.sourceOf(location) : std::string();
  };
  runtime::LargeConstants constants(impl->frames[0]->function->body);
  Copies copies;
  std::shared_ptr<graph::Function> main = copies.copy(*impl->frames[0]->function);
  for (const auto &function : copies.all)
    graph::finish(*function);
  graph::finish(*main);
  onnx::ModelProto model = impl->check(graph::graphModel(*main, options));
  constants.fill(*model.mutable_graph());
  graph::makeInitializers(*model.mutable_graph(), impl->initializers);
  return model;
}

} // namespace onnxc
