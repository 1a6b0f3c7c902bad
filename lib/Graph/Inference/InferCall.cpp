//===- InferCall.cpp - Types of calls ------------------------------------------===//
//
// A function's body is inferred again over the types of the arguments, into an
// overlay, so that a generic function gives precise types at each call.
//
//===------------------------------------------------------------------------===//
#include "Graph/Inference/InferCall.h"
#include "Graph/Inference/Inference.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

/// Deeper calls of calls use what is known of the callee in general: the stack is finite.
constexpr unsigned maxDepth = 128;

using Inputs = std::vector<std::optional<Type>>;

std::string quoted(const Function &function) {
  return "'" + (function.domain.empty() ? "" : function.domain + "::") + function.name + "'";
}

std::string inputName(const Function &callee, size_t index) { return "'" + callee.body.inputs[index]->hint + "'"; }

/// Infers one callee for one set of input types.
class CallInference {
public:
  CallInference(const Function &callee, const Inputs &inputs, const std::vector<onnx::AttributeProto> *attributes,
                unsigned depth)
      : callee(callee), inputs(inputs), vars(callee.typeVars), env{vars, &overlay} {
    overlay.attributes = attributes;
    overlay.callDepth = depth;
  }

  Result<CallTypes> run();
  /// Its body is not inferred: what is known of it in general holds.
  bool isTooDeep() const { return overlay.callDepth > maxDepth; }

private:
  Status bindInput(size_t index);
  Status bindShape(size_t index, Type &type);
  ElemType callerElem(ElemType elem);
  Error typeMismatch(size_t index, ElemType actual);
  Type outputType(size_t index);
  CallTypes result();

  const Function &callee;
  const Inputs &inputs;
  TypeVars vars;
  Overlay overlay;
  TypeEnv env;
  std::unordered_map<std::string, Dim> symbols;
  std::vector<ElemType> callerVars; ///< by the caller's number: our variable for it
};

ElemType CallInference::callerElem(ElemType elem) {
  if (elem.isKnown() || elem.var < 0)
    return elem;
  if (callerVars.size() <= static_cast<size_t>(elem.var))
    callerVars.resize(elem.var + 1);
  ElemType &own = callerVars[elem.var];
  if (own.var < 0)
    own = ElemType::variable(vars.fresh());
  return own;
}

Error CallInference::typeMismatch(size_t index, ElemType actual) {
  const Type &declared = callee.body.inputs[index]->type;
  ElemType wanted = vars.resolve(declared.elem);
  Type given = *inputs[index];
  given.elem = actual;
  std::string text = "argument " + inputName(callee, index) + " of " + quoted(callee) + " is " + env.describe(given);
  Error error{ErrorId::TypeMismatch, "", static_cast<int>(index), {}};
  if (declared.elem.isKnown()) {
    text += ", not " + std::string(toString(declared.elem.dtype));
  } else {
    std::string name = declared.elem.var >= 0 ? vars.nameOf(declared.elem.var) : "";
    std::string what = name.empty() ? "its type variable" : "type variable '" + name + "'";
    if (wanted.isKnown())
      text += ", but " + what + " is " + toString(wanted.dtype) + " already";
    else
      text += ", which " + what + " does not allow";
    for (size_t i = 0; i < index; ++i)
      if (inputs[i] && inputs[i]->elem.isKnown() && vars.resolve(callee.body.inputs[i]->type.elem) == wanted &&
          !callee.body.inputs[i]->type.elem.isKnown())
        error.notes.push_back("argument " + inputName(callee, i) + " is " + toString(*inputs[i]));
  }
  error.message = std::move(text);
  return error;
}

/// Declared dimensions against given ones. Unknown given dimensions take the declared sizes.
Status CallInference::bindShape(size_t index, Type &type) {
  const Type &declared = callee.body.inputs[index]->type;
  if (!declared.shape)
    return std::nullopt;
  bool isMismatch = type.shape && type.shape->size() != declared.shape->size();
  if (!type.shape)
    type.shape = Shape(declared.shape->size());
  for (size_t i = 0; !isMismatch && i < declared.shape->size(); ++i) {
    const Dim &wanted = (*declared.shape)[i];
    Dim &given = (*type.shape)[i];
    if (wanted.isKnown() && given.isKnown() && wanted.value != given.value)
      isMismatch = true;
    else if (wanted.isKnown() && !given.isKnown())
      given = wanted;
  }
  if (!isMismatch)
    return std::nullopt;
  return Error{ErrorId::ShapeMismatch,
               "argument " + inputName(callee, index) + " of " + quoted(callee) + " is " +
                   env.describe(*inputs[index]) + ", not " + TypeEnv{vars}.describe(declared),
               static_cast<int>(index),
               {}};
}

Status CallInference::bindInput(size_t index) {
  const Value *formal = callee.body.inputs[index].get();
  if (!inputs[index]) {
    overlay.absent.insert(formal);
    return std::nullopt;
  }
  Type type = *inputs[index];
  const Type &declared = formal->type;
  if (type.kind == Type::Kind::Unknown) {
    type.kind = declared.kind;
    type.elem = declared.elem;
  }
  if (declared.kind != Type::Kind::Unknown && type.kind != declared.kind)
    return Error{ErrorId::TypeMismatch,
                 "argument " + inputName(callee, index) + " of " + quoted(callee) + " is " + toString(*inputs[index]) +
                     ", not " + TypeEnv{vars}.describe(declared),
                 static_cast<int>(index),
                 {}};
  ElemType actual = callerElem(type.elem);
  if (!vars.unify(declared.elem, actual))
    return typeMismatch(index, actual);
  type.elem = declared.elem.isKnown() || declared.elem.var >= 0 ? vars.resolve(declared.elem) : actual;
  if (Status status = bindShape(index, type))
    return status;
  overlay.types[formal] = std::move(type);
  return std::nullopt;
}

/// The inferred type, made more precise by the declared one.
Type CallInference::outputType(size_t index) {
  const Value *value = callee.body.outputs[index];
  Type type = env.typeOf(value);
  if (type.kind == Type::Kind::Unknown && isTooDeep())
    type = value->type; // not inferred: what holds for all calls
  type.elem = vars.resolve(type.elem);
  const Type *declared = index < callee.declaredOutputs.size() ? &callee.declaredOutputs[index] : nullptr;
  if (!declared || declared->kind == Type::Kind::Unknown)
    return type;
  if (type.kind == Type::Kind::Unknown)
    type.kind = declared->kind;
  if (!type.elem.isKnown())
    if (ElemType elem = vars.resolve(declared->elem); elem.isKnown() || (elem.var >= 0 && vars.unify(elem, type.elem)))
      type.elem = elem;
  if (!declared->shape || (type.shape && type.shape->size() != declared->shape->size()))
    return type;
  if (!type.shape)
    type.shape = Shape(declared->shape->size());
  for (size_t i = 0; i < type.shape->size(); ++i) {
    Dim &dim = (*type.shape)[i];
    const Dim &wanted = (*declared->shape)[i];
    if (dim.isKnown() || !dim.symbol.empty())
      continue;
    if (wanted.isKnown())
      dim = wanted;
    else if (auto found = symbols.find(wanted.symbol); found != symbols.end())
      dim = found->second;
  }
  return type;
}

CallTypes CallInference::result() {
  CallTypes types;
  for (size_t i = 0; i < callee.body.outputs.size(); ++i)
    types.outputs.push_back(outputType(i));
  std::unordered_map<int, int> callerOf; // our root variable: the caller's
  for (size_t i = 0; i < callerVars.size(); ++i) {
    ElemType own = vars.resolve(callerVars[i]);
    if (own.isKnown())
      types.equal.emplace_back(ElemType::variable(static_cast<int>(i)), own);
    else if (own.var >= 0)
      if (auto [found, isNew] = callerOf.try_emplace(own.var, static_cast<int>(i)); !isNew)
        types.equal.emplace_back(ElemType::variable(static_cast<int>(i)), ElemType::variable(found->second));
  }
  for (Type &type : types.outputs) {
    type.elem = vars.resolve(type.elem);
    if (type.elem.isKnown() || type.elem.var < 0)
      continue;
    auto found = callerOf.find(type.elem.var);
    type.elem = found == callerOf.end() ? ElemType() : ElemType::variable(found->second);
  }
  return types;
}

Result<CallTypes> CallInference::run() {
  for (size_t i = 0; i < inputs.size(); ++i)
    if (Status status = bindInput(i))
      return std::move(*status);
  symbols = boundSymbols(callee, inputs);
  if (!isTooDeep()) {
    Status status = inferGraph(callee.body, env);
    if (status && status->location)
      return std::move(*status); // it has a place of its own
    if (status) {
      status->message = "in " + quoted(callee) + ": " + status->message;
      status->operand = -1;
      return std::move(*status);
    }
  }
  return result();
}

void addNumber(std::string &key, int64_t number) { key += std::to_string(number) += ','; }

std::string keyOf(const Inputs &inputs, const std::vector<onnx::AttributeProto> *attributes) {
  std::string key;
  for (const std::optional<Type> &type : inputs) {
    if (!type) {
      key += '-';
      continue;
    }
    key += static_cast<char>('a' + static_cast<int>(type->kind));
    addNumber(key, static_cast<int>(type->elem.dtype));
    addNumber(key, type->elem.var);
    if (type->other)
      key += type->other->SerializeAsString();
    key += type->shape ? '[' : ';';
    if (type->shape)
      for (const Dim &dim : *type->shape) {
        addNumber(key, dim.value);
        key += dim.symbol;
        key += '|';
      }
  }
  if (attributes)
    for (const onnx::AttributeProto &attribute : *attributes)
      key += '@' + attribute.SerializeAsString();
  return key;
}

/// Gives the inputs' variables canonical numbers; returns the caller's elements by number.
std::vector<ElemType> renumber(Inputs &inputs) {
  std::vector<ElemType> originals;
  for (std::optional<Type> &type : inputs) {
    if (!type || type->elem.isKnown() || type->elem.var < 0)
      continue;
    auto found = std::find(originals.begin(), originals.end(), type->elem);
    int number = static_cast<int>(found - originals.begin());
    if (found == originals.end())
      originals.push_back(type->elem);
    type->elem = ElemType::variable(number);
  }
  return originals;
}

Result<CallTypes> cached(const Function &callee, const Inputs &inputs,
                         const std::vector<onnx::AttributeProto> *attributes, unsigned depth) {
  // Creating the memo is the one change of a shared function; a function is not shared while it is being built.
  static std::mutex creation;
  InferenceMemo *memo;
  {
    std::lock_guard lock(creation);
    if (!callee.memo)
      callee.memo = std::make_shared<InferenceMemo>();
    memo = callee.memo.get();
  }
  std::string key = keyOf(inputs, attributes);
  {
    std::lock_guard lock(memo->mutex);
    if (auto found = memo->results.find(key); found != memo->results.end())
      return found->second;
  }
  CallInference inference(callee, inputs, attributes, depth);
  Result<CallTypes> types = inference.run();
  if (!inference.isTooDeep()) {
    std::lock_guard lock(memo->mutex);
    memo->results.emplace(std::move(key), types);
  }
  return types;
}

ElemType original(ElemType elem, const std::vector<ElemType> &originals) {
  return !elem.isKnown() && elem.var >= 0 ? originals[elem.var] : elem;
}

} // namespace

std::unordered_map<std::string, Dim> boundSymbols(const Function &callee, const Inputs &arguments) {
  std::unordered_map<std::string, Dim> symbols;
  for (size_t i = 0; i < arguments.size() && i < callee.body.inputs.size(); ++i) {
    const std::optional<Shape> &declared = callee.body.inputs[i]->type.shape;
    if (!arguments[i] || !declared)
      continue;
    const std::optional<Shape> &given = arguments[i]->shape;
    for (size_t k = 0; k < declared->size(); ++k) {
      const std::string &symbol = (*declared)[k].symbol;
      if (symbol.empty())
        continue;
      Dim dim = given && k < given->size() ? (*given)[k] : Dim();
      auto [found, isNew] = symbols.try_emplace(symbol, dim);
      if (!isNew && found->second != dim)
        found->second = found->second.isKnown() ? found->second : dim.isKnown() ? dim : Dim();
    }
  }
  return symbols;
}

/// For notes.
static std::string describeCall(const Node &node, TypeEnv &env) {
  std::string types;
  for (const Value *input : node.inputs)
    if (env.has(input))
      types += (types.empty() ? " with " : ", ") + env.describe(env.typeOf(input));
  return quoted(*node.callee) + " is called" + types + " here";
}

/// The values of the callee's attribute parameters that are known at the call: what it does not give has its default.
static std::vector<onnx::AttributeProto> attributesOf(const Node &node, TypeEnv &env) {
  std::vector<onnx::AttributeProto> values;
  for (const Attribute &attribute : node.attributes)
    if (const onnx::AttributeProto *proto = env.resolve(attribute))
      values.emplace_back(*proto).set_name(attribute.proto.name());
  for (const AttributeParam &param : node.callee->attributes)
    if (param.defaultValue && !node.attribute(param.name))
      values.push_back(*param.defaultValue);
  return values;
}

Status inferCallNode(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  const Function &callee = *node.callee;
  Inputs inputs(callee.body.inputs.size());
  for (size_t i = 0; i < inputs.size() && i < node.inputs.size(); ++i) {
    if (!env.has(node.inputs[i]))
      continue;
    if (env.typeOf(node.inputs[i]).kind != Type::Kind::Unknown)
      env.elemOrFresh(node.inputs[i]);
    inputs[i] = env.typeOf(node.inputs[i]);
    inputs[i]->elem = env.vars.resolve(inputs[i]->elem);
  }
  std::vector<onnx::AttributeProto> attributes = attributesOf(node, env);
  std::vector<ElemType> originals = renumber(inputs);
  unsigned depth = env.overlay ? env.overlay->callDepth + 1 : 0;
  Result<CallTypes> types = cached(callee, inputs, attributes.empty() ? nullptr : &attributes, depth);
  if (!types) {
    types.error().calls.push_back({node.location, describeCall(node, env)});
    return types.error();
  }
  for (auto [a, b] : types->equal)
    if (!env.vars.unify(original(a, originals), original(b, originals)))
      return Error{ErrorId::TypeMismatch, describeNode(node, env) + ": the function needs " + toString(b), -1, {}};
  for (size_t i = 0; i < outputs.size() && i < types->outputs.size(); ++i) {
    outputs[i] = types->outputs[i];
    outputs[i].elem = original(outputs[i].elem, originals);
    if (!outputs[i].elem.isKnown() && outputs[i].elem.var < 0 && outputs[i].kind != Type::Kind::Other)
      outputs[i].elem = ElemType::variable(env.vars.fresh());
  }
  return std::nullopt;
}

Result<std::vector<Type>> inferCall(const Function &callee, const std::vector<std::optional<Type>> &inputs,
                                    const std::vector<onnx::AttributeProto> *attributes) {
  Inputs renamed = inputs;
  renamed.resize(callee.body.inputs.size());
  std::vector<ElemType> originals = renumber(renamed);
  Result<CallTypes> types = cached(callee, renamed, attributes, /*depth=*/0);
  if (!types)
    return types.error();
  for (Type &type : types->outputs)
    type.elem = original(type.elem, originals);
  return std::move(types->outputs);
}

} // namespace onnxc::graph
