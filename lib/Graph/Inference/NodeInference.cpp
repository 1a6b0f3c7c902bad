//===- NodeInference.cpp - onnx's own inference for one node ------------------===//
#include "Graph/Inference/NodeInference.h"
#include "Graph/Inference/ConstantValue.h"
#include "Graph/Inference/InferCall.h"
#include "Graph/Inference/TypeSolver.h"
#include "onnx/defs/shape_inference.h"

#include <algorithm>
#include <stdexcept>

namespace onnxc::graph {

namespace {

/// Stands for the element type of a type variable while onnx infers the shapes.
struct StandIn {
  ElemType var;
  uint64_t possible = ~uint64_t(0);
  DType dtype = DType::UNDEFINED;
};

/// onnx's view of a node. Types of the inputs and outputs are protobuf there.
class NodeContext final : public onnx::InferenceContext {
public:
  NodeContext(const Node &node, TypeEnv &env) : node(node), env(env) {
    inputTypes.resize(node.inputs.size());
    outputTypes.resize(node.outputs.size());
  }

  const onnx::AttributeProto *getAttribute(const std::string &name) const override { return env.attribute(node, name); }
  size_t getNumInputs() const override { return node.inputs.size(); }
  const onnx::TypeProto *getInputType(size_t index) const override {
    return hasInput(index) ? &inputTypes[index] : nullptr;
  }
  bool hasInput(size_t index) const override { return index < node.inputs.size() && env.has(node.inputs[index]); }
  const onnx::TensorProto *getInputData(size_t index) const override {
    if (!hasInput(index))
      return nullptr;
    if (const onnx::TensorProto *tensor = constantTensor(node.inputs[index]))
      return tensor;
    const std::optional<ShapeData> &known = shapeData(index);
    if (!known || !known->isKnown())
      return nullptr;
    data[index].tensor = toTensor(*known);
    return &*data[index].tensor;
  }
  const onnx::SparseTensorProto *getInputSparseData(size_t) const override { return nullptr; }
  const onnx::TensorShapeProto *getSymbolicInput(size_t index) const override {
    if (!hasInput(index))
      return nullptr;
    const std::optional<ShapeData> &known = shapeData(index);
    if (!known || known->isScalar)
      return nullptr;
    onnx::TensorShapeProto &shape = data[index].shape;
    shape.Clear();
    for (const ShapeData::Item &item : known->items) {
      onnx::TensorShapeProto_Dimension *dim = shape.add_dim();
      if (item.value)
        dim->set_dim_value(*item.value);
      else if (!item.symbol.empty())
        dim->set_dim_param(item.symbol);
    }
    return &shape;
  }
  size_t getNumOutputs() const override { return outputTypes.size(); }
  onnx::TypeProto *getOutputType(size_t index) override { return &outputTypes[index]; }
  onnx::GraphInferencer *getGraphAttributeInferencer(const std::string &) override { return nullptr; }
  std::string getDisplayName() const override { return displayName(node); }

  std::vector<onnx::TypeProto> inputTypes, outputTypes;

private:
  static const onnx::TensorProto *constantTensor(const Value *value) {
    if (!value->producer || value->producer->opType != "Constant" || !value->producer->domain.empty())
      return nullptr;
    const Attribute *attribute = value->producer->attribute("value");
    return attribute && attribute->proto.has_t() ? &attribute->proto.t() : nullptr;
  }
  const std::optional<ShapeData> &shapeData(size_t index) const {
    data.resize(node.inputs.size());
    if (!data[index].asked)
      data[index].known = evaluateShape(node.inputs[index], env);
    data[index].asked = true;
    return data[index].known;
  }

  const Node &node;
  TypeEnv &env;
  struct Data {
    bool asked = false;
    std::optional<ShapeData> known;
    std::optional<onnx::TensorProto> tensor;
    onnx::TensorShapeProto shape;
  };
  mutable std::vector<Data> data;
};

/// Runs onnx's inference for one node.
class NodeInference {
public:
  NodeInference(const Node &node, TypeEnv &env) : node(node), env(env), context(node, env) {}

  /// Adds to `outputs` what onnx finds.
  Status run(std::vector<Type> &outputs);

private:
  bool isPossible();
  void findStandIns();
  bool chooseStandIns(int nth);
  void setInputTypes();
  std::optional<std::string> call();
  bool callWithRequiredOutputs();
  Status failed(std::string message);
  void merge(std::vector<Type> &outputs);
  ElemType standsFor(size_t output, DType dtype);

  const Node &node;
  TypeEnv &env;
  NodeContext context;
  std::vector<StandIn> standIns;
};

/// Attributes that a shape never depends on.
bool isIrrelevant(const onnx::AttributeProto &proto) { return proto.type() == onnx::AttributeProto::FLOAT; }

/// Operators whose output has the shape of their first input, whatever their attributes are.
bool keepsShape(const Node &node) {
  static const char *const names[] = {"Softmax", "LogSoftmax", "Hardmax", "CumSum", "LpNormalization", "Gelu", "LRN"};
  return node.domain.empty() && std::find(std::begin(names), std::end(names), node.opType) != std::end(names);
}

/// A reduction over all axes that does not keep them.
bool reducesAll(const Node &node, const TypeEnv &env) {
  bool hasAxes = node.attribute("axes") || (node.inputs.size() > 1 && env.has(node.inputs[1]));
  auto valueOf = [&](const char *name, int64_t absent) -> int64_t {
    if (!node.attribute(name))
      return absent;
    const onnx::AttributeProto *value = env.attribute(node, name);
    return value ? value->i() : -1; // -1: not known
  };
  return node.domain.empty() && node.opType.starts_with("Reduce") && !hasAxes && valueOf("keepdims", 1) == 0 &&
         valueOf("noop_with_empty_axes", 0) == 0;
}

/// The rank that the output of an operator always has, where onnx finds it from the input's rank alone; else -1.
int64_t fixedRank(const Node &node, const TypeEnv &env) {
  static constexpr std::pair<std::string_view, int64_t> ranks[] = {
      {"Flatten", 2}, {"EyeLike", 2}, {"DepthToSpace", 4}, {"SpaceToDepth", 4}, {"MaxRoiPool", 4}};
  auto found = std::find_if(std::begin(ranks), std::end(ranks),
                            [&](const auto &each) { return node.domain.empty() && each.first == node.opType; });
  if (found != std::end(ranks))
    return found->second;
  return reducesAll(node, env) ? 0 : -1;
}

bool NodeInference::isPossible() {
  if (!schemaInfo(*node.schema).infer)
    return false;
  for (const Value *value : node.inputs)
    if (env.has(value) && env.typeOf(value).kind == Type::Kind::Unknown)
      return false;
  for (const Attribute &attribute : node.attributes)
    if (!attribute.graph && !env.resolve(attribute) && !isIrrelevant(attribute.proto))
      return false;
  return true;
}

void NodeInference::findStandIns() {
  const SchemaInfo &info = schemaInfo(*node.schema);
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (!env.has(node.inputs[i]) || env.typeOf(node.inputs[i]).kind == Type::Kind::Other)
      continue;
    ElemType elem = env.elemOrFresh(node.inputs[i]);
    const Formal *formal = info.input(i);
    if (elem.isKnown() || !formal)
      continue;
    auto found = std::find_if(standIns.begin(), standIns.end(), [&](const StandIn &s) { return s.var == elem; });
    if (found == standIns.end()) {
      found = standIns.insert(standIns.end(), {elem});
      uint64_t allowed = 0;
      for (DType dtype : env.vars.allowedFor(elem.var))
        allowed |= uint64_t(1) << static_cast<unsigned>(dtype);
      if (allowed)
        found->possible = allowed;
    }
    found->possible &= formal->allowed.elements();
  }
}

/// Gives each variable the n-th type that it may have, ordinary types first.
bool NodeInference::chooseStandIns(int nth) {
  static constexpr DType order[] = {DType::FLOAT, DType::INT64, DType::DOUBLE, DType::INT32,  DType::FLOAT16,
                                    DType::BOOL,  DType::UINT8, DType::INT8,   DType::STRING, DType::BFLOAT16};
  for (StandIn &standIn : standIns) {
    int left = nth;
    standIn.dtype = DType::UNDEFINED;
    for (DType dtype : order)
      if (standIn.possible >> static_cast<unsigned>(dtype) & 1 && left-- == 0)
        standIn.dtype = dtype;
    if (standIn.dtype == DType::UNDEFINED)
      return false;
  }
  return true;
}

void NodeInference::setInputTypes() {
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (!env.has(node.inputs[i]))
      continue;
    const Type &type = env.typeOf(node.inputs[i]);
    ElemType elem = env.vars.resolve(type.elem);
    for (const StandIn &standIn : standIns)
      if (standIn.var == elem)
        elem = standIn.dtype;
    context.inputTypes[i].Clear();
    if (elem == type.elem) {
      writeProto(type, context.inputTypes[i]);
    } else {
      Type known = type;
      known.elem = elem;
      writeProto(known, context.inputTypes[i]);
    }
  }
  for (onnx::TypeProto &type : context.outputTypes)
    type.Clear();
}

/// What onnx throws, or none. Its inference throws InferenceError, and what the standard library gives for bad
/// attributes.
std::optional<std::string> NodeInference::call() {
  try {
    schemaInfo(*node.schema).infer(context);
  } catch (const onnx::InferenceError &error) {
    return error.what();
  } catch (const std::runtime_error &error) {
    return error.what();
  } catch (const std::logic_error &error) {
    return error.what();
  }
  return std::nullopt;
}

Status NodeInference::failed(std::string message) {
  bool aboutTypes = message.starts_with("[TypeInferenceError]");
  for (const char *prefix : {"[TypeInferenceError] ", "[ShapeInferenceError] "})
    if (message.starts_with(prefix))
      message.erase(0, std::string_view(prefix).size());
  while (!message.empty() && (message.back() == '\n' || message.back() == '.'))
    message.pop_back();
  if (aboutTypes && !standIns.empty())
    return std::nullopt;
  for (const Value *value : node.inputs)
    if (env.has(value) && !env.typeOf(value).shape && env.typeOf(value).kind == Type::Kind::Tensor)
      return std::nullopt; // onnx may have wanted it
  Error error{
      aboutTypes ? ErrorId::TypeMismatch : ErrorId::ShapeMismatch, describeNode(node, env) + ": " + message, -1, {}};
  const SchemaInfo &info = schemaInfo(*node.schema);
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (!env.has(node.inputs[i]) || !info.input(i))
      continue;
    const std::string &hint = node.inputs[i]->hint;
    error.notes.push_back("input '" + info.input(i)->name + "'" + (hint.empty() ? "" : ", which is '" + hint + "',") +
                          " is " + env.describe(env.typeOf(node.inputs[i])));
  }
  return error;
}

/// Whether an element type that onnx found is that of a variable: it changes when another type stands for the variable.
ElemType NodeInference::standsFor(size_t output, DType dtype) {
  const StandIn *source = nullptr;
  for (const StandIn &standIn : standIns) {
    if (standIn.dtype != dtype)
      continue;
    if (source)
      return {}; // one of two
    source = &standIn;
  }
  if (!source)
    return dtype;
  if (!chooseStandIns(1))
    return {};
  setInputTypes();
  if (call())
    return {};
  ElemType second = fromProto(context.outputTypes[output]).elem;
  return second == ElemType(dtype) ? ElemType(dtype) : second == ElemType(source->dtype) ? source->var : ElemType();
}

void NodeInference::merge(std::vector<Type> &outputs) {
  std::vector<std::pair<size_t, DType>> doubtful;
  for (size_t i = 0; i < outputs.size(); ++i) {
    Type found = fromProto(context.outputTypes[i]);
    Type &output = outputs[i];
    if (found.kind == Type::Kind::Unknown)
      continue;
    if (output.kind == Type::Kind::Unknown)
      output.kind = found.kind;
    if (found.kind != output.kind)
      continue;
    output.shape = std::move(found.shape);
    output.other = std::move(found.other);
    if (output.elem.isKnown() || output.elem.var >= 0 || !found.elem.isKnown())
      continue;
    if (standIns.empty())
      output.elem = found.elem;
    else
      doubtful.emplace_back(i, found.elem.dtype);
  }
  for (auto [index, dtype] : doubtful) {
    chooseStandIns(0);
    outputs[index].elem = standsFor(index, dtype);
  }
}

Status NodeInference::run(std::vector<Type> &outputs) {
  if (!isPossible()) {
    if (keepsShape(node) && env.has(node.inputs[0]))
      outputs[0].shape = env.typeOf(node.inputs[0]).shape;
    return std::nullopt;
  }
  findStandIns();
  if (!chooseStandIns(0))
    return std::nullopt;
  setInputTypes();
  if (std::optional<std::string> message = call(); message && !callWithRequiredOutputs())
    return failed(std::move(*message));
  merge(outputs);
  return std::nullopt;
}

/// Outputs that nobody reads will not be emitted, but whether they are read is not known yet; some operators forbid
/// them with some inputs or attributes.
bool NodeInference::callWithRequiredOutputs() {
  size_t required = static_cast<size_t>(node.schema->min_output());
  if (required >= node.outputs.size())
    return false;
  context.outputTypes.assign(required, {});
  bool fine = !call();
  context.outputTypes.resize(node.outputs.size());
  return fine;
}

} // namespace

Status inferByOnnx(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  if (Status status = NodeInference(node, env).run(outputs))
    return status;
  if (int64_t rank = fixedRank(node, env); rank >= 0 && !outputs[0].shape)
    outputs[0].shape = Shape(static_cast<size_t>(rank));
  return std::nullopt;
}

} // namespace onnxc::graph
