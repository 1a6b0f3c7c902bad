//===- Inference.cpp - Types and shapes by onnx's own inference --------------===//
#include "Inference.h"
#include "InferCall.h"
#include "TypeSolver.h"
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

/// Elementwise operators on tensors of one shape (and scalars) need no inference. False: ask onnx.
bool inferPlainShape(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  ShapeRule rule = schemaInfo(*node.schema).shapes;
  if (rule == ShapeRule::Inferred || outputs.size() != 1 || outputs[0].kind != Type::Kind::Tensor)
    return false;
  if (!outputs[0].elem.isKnown() && outputs[0].elem.var < 0) { // Cast
    const onnx::AttributeProto *to = env.attribute(node, "to");
    if (!to || to->i() <= 0 || std::string_view(toString(static_cast<DType>(to->i()))) == "unknown")
      return false;
    outputs[0].elem = static_cast<DType>(to->i());
  }
  const Type *shaped = nullptr;
  for (const Value *input : node.inputs) {
    if (!env.has(input))
      return false;
    const Type &type = env.typeOf(input);
    if (type.kind != Type::Kind::Tensor || !type.shape)
      return false;
    if (rule == ShapeRule::Unary) {
      shaped = &type;
      break;
    }
    if (!shaped || shaped->shape->empty())
      shaped = &type;
    else if (!type.shape->empty() && *type.shape != *shaped->shape)
      return false;
  }
  // Two unknown dimensions are not the same dimension; one may be 1.
  bool isExact =
      node.inputs.size() == 1 || rule == ShapeRule::Unary ||
      std::none_of(shaped->shape->begin(), shaped->shape->end(), [](const Dim &dim) { return dim == Dim(); });
  if (!isExact)
    return false;
  outputs[0].shape = shaped->shape;
  return true;
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

DType typeOfConstant(const std::string &name) {
  if (name.starts_with("value_float"))
    return DType::FLOAT;
  return name.starts_with("value_int") ? DType::INT64 : DType::STRING;
}

int64_t lengthOf(const onnx::AttributeProto &proto) {
  return std::max({proto.floats_size(), proto.ints_size(), proto.strings_size()});
}

/// Constant, whose value may be a reference to an attribute parameter.
Type constantType(const Node &node, TypeEnv &env) {
  for (const Attribute &attribute : node.attributes) {
    const std::string &name = attribute.proto.name();
    const onnx::AttributeProto *proto = env.resolve(attribute);
    if (name == "value") {
      if (!proto || !proto->has_t())
        break;
      Shape shape;
      for (int64_t dim : proto->t().dims())
        shape.emplace_back(dim);
      return Type::tensor(static_cast<DType>(proto->t().data_type()), std::move(shape));
    }
    if (!name.starts_with("value_"))
      break;
    if (!name.ends_with('s'))
      return Type::scalar(typeOfConstant(name));
    return Type::tensor(typeOfConstant(name), Shape{proto ? Dim(lengthOf(*proto)) : Dim()});
  }
  return Type::tensor(ElemType());
}

} // namespace

const Type &TypeEnv::typeOf(const Value *value) const {
  if (!overlay)
    return value->type;
  auto found = overlay->types.find(value);
  static const Type unknown = [] {
    Type type;
    type.kind = Type::Kind::Unknown;
    return type;
  }();
  return found == overlay->types.end() ? unknown : found->second;
}

void TypeEnv::setType(const Value *value, Type type) {
  if (overlay) {
    overlay->types[value] = std::move(type);
    return;
  }
  // The graph that is inferred is being built: its values are ours to change.
  auto *own = const_cast<Value *>(value);
  own->type = std::move(type);
  own->typeKnown = true;
}

ElemType TypeEnv::elemOrFresh(Value *value) {
  ElemType elem = elemOf(value);
  if (elem.isKnown() || elem.var >= 0)
    return elem;
  Type type = typeOf(value);
  type.elem = ElemType::variable(vars.fresh());
  elem = type.elem;
  setType(value, std::move(type));
  return elem;
}

const onnx::AttributeProto *TypeEnv::resolve(const Attribute &attribute) const {
  const std::string &reference = attribute.proto.ref_attr_name();
  if (reference.empty())
    return &attribute.proto;
  if (overlay && overlay->attributes)
    for (const onnx::AttributeProto &bound : *overlay->attributes)
      if (bound.name() == reference)
        return &bound;
  return nullptr;
}

const onnx::AttributeProto *TypeEnv::attribute(const Node &node, const std::string &name) const {
  const Attribute *attribute = node.attribute(name);
  return attribute ? resolve(*attribute) : nullptr;
}

std::string TypeEnv::describe(Type type) const {
  type.elem = vars.resolve(type.elem);
  std::string text = toString(type);
  if (type.elem.isKnown() || type.elem.var < 0)
    return text;
  std::string name = vars.nameOf(type.elem.var), plain = toString(type.elem);
  return text.replace(text.find(plain), plain.size(), name.empty() ? "?" : name);
}

std::string displayName(const Node &node) {
  return "'" + (node.callee && !node.domain.empty() ? node.domain + "::" : "") + node.opType + "'";
}

std::string describeNode(const Node &node, TypeEnv &env) {
  std::string text = displayName(node);
  const char *separator = " of ";
  for (const Value *value : node.inputs) {
    if (!env.has(value))
      continue;
    text += separator + env.describe(env.typeOf(value));
    separator = " and ";
  }
  return text;
}

Status inferOutputs(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  outputs.assign(node.outputs.size(), Type());
  if (node.callee)
    return inferCallNode(node, env, outputs);
  if (!node.schema) {
    for (Type &type : outputs)
      type.elem = ElemType::variable(env.vars.fresh());
    return std::nullopt;
  }
  if (isControl(node))
    return inferControl(node, env, outputs);
  if (node.domain.empty() && node.opType == "Constant") {
    outputs[0] = constantType(node, env);
  } else {
    TypeSolver solver(node, env);
    if (Status status = solver.checkInputs())
      return status;
    for (size_t i = 0; i < outputs.size(); ++i)
      outputs[i] = solver.output(i);
    if (!inferPlainShape(node, env, outputs))
      if (Status status = NodeInference(node, env).run(outputs))
        return status;
  }
  for (Type &type : outputs)
    if (!type.elem.isKnown() && type.elem.var < 0 && type.kind != Type::Kind::Other)
      type.elem = ElemType::variable(env.vars.fresh());
  return std::nullopt;
}

Status inferNode(Node &node) {
  TypeEnv env{node.graph->function->typeVars};
  std::vector<Type> outputs;
  Status status = inferOutputs(node, env, outputs);
  if (status)
    return status;
  for (size_t i = 0; i < outputs.size(); ++i)
    env.setType(node.outputs[i].get(), std::move(outputs[i]));
  return std::nullopt;
}

Status inferGraph(const Graph &graph, TypeEnv &env) {
  std::vector<Type> outputs;
  for (const auto &node : graph.nodes) {
    if (Status status = inferOutputs(*node, env, outputs))
      return status;
    for (size_t i = 0; i < outputs.size(); ++i)
      env.setType(node->outputs[i].get(), std::move(outputs[i]));
  }
  return std::nullopt;
}

} // namespace onnxc::graph
