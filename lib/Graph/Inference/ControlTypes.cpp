//===- ControlTypes.cpp - Types of If, Loop, Scan, SequenceMap -----------------===//
//
// The nested graphs are inferred already while they are being built; only in an
// overlay are they inferred again, over the types of the arguments.
//
//===------------------------------------------------------------------------===//
#include "Graph/Inference/ControlTypes.h"
#include "Graph/Inference/Inference.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

const Graph &nestedGraph(const Node &node, const char *name) { return *node.attribute(name)->graph; }

Type typeIn(TypeEnv &env, const Value *value) {
  Type type = env.typeOf(value);
  type.elem = env.vars.resolve(type.elem);
  return type;
}

std::string nameOf(const Value *value) { return value && !value->hint.empty() ? " '" + value->hint + "'" : ""; }

Status inferIf(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  const Graph &thenGraph = nestedGraph(node, "then_branch"), &elseGraph = nestedGraph(node, "else_branch");
  if (env.overlay)
    for (const Graph *graph : {&thenGraph, &elseGraph})
      if (Status status = inferGraph(*graph, env))
        return status;
  for (size_t i = 0; i < outputs.size(); ++i) {
    Type a = typeIn(env, thenGraph.outputs[i]), b = typeIn(env, elseGraph.outputs[i]);
    if (!joinTypes(env, a, b, outputs[i]))
      return Error{ErrorId::BranchTypes,
                   "the branches give" + nameOf(node.outputs[i].get()) + " different types: " + env.describe(a) +
                       " and " + env.describe(b),
                   static_cast<int>(i),
                   {}};
  }
  return std::nullopt;
}

/// While it lives, the loops in a body that is inferred several times start from what the last pass found of them. What
/// an outermost loop found is no business of the next one.
class NestedLoops {
public:
  explicit NestedLoops(Overlay &overlay) : overlay(overlay) {
    if (overlay.loopDepth++ == 0)
      overlay.loopStates.clear();
  }
  ~NestedLoops() { --overlay.loopDepth; }
  NestedLoops(const NestedLoops &) = delete;

private:
  Overlay &overlay;
};

/// Infers a loop body in an overlay. The states' types must hold in every iteration: first those of the initial values
/// are tried, then what these and the final values share. What is wider stays wider in later passes over an outer loop.
Status inferLoopBody(const Graph &body, size_t firstState, std::vector<Type> states, size_t firstResult, TypeEnv &env) {
  NestedLoops nested(*env.overlay);
  if (auto found = env.overlay->loopStates.find(&body); found != env.overlay->loopStates.end())
    for (size_t i = 0; i < states.size(); ++i)
      states[i].shape = join(states[i], found->second[i]).shape;
  for (unsigned widened = 0;; ++widened) {
    if (widened == maxWidenings)
      for (Type &state : states)
        state.shape.reset();
    for (size_t i = 0; i < states.size(); ++i)
      env.setType(body.inputs[firstState + i].get(), states[i]);
    if (Status status = inferGraph(body, env))
      return status;
    bool isStable = true;
    for (size_t i = 0; i < states.size(); ++i) {
      Type result = typeIn(env, body.outputs[firstResult + i]), joined;
      std::optional<Shape> shape = joinTypes(env, states[i], result, joined) ? joined.shape : std::nullopt;
      isStable &= shape == states[i].shape;
      states[i].shape = std::move(shape);
    }
    if (!isStable)
      continue;
    env.overlay->loopStates[&body] = std::move(states);
    return std::nullopt;
  }
}

void prependDim(Type &type, Dim dim, size_t axis) {
  if (!type.shape)
    return;
  axis = std::min(axis, type.shape->size());
  type.shape->insert(type.shape->begin() + static_cast<std::ptrdiff_t>(axis), std::move(dim));
}

Status inferLoop(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  const Graph &body = nestedGraph(node, "body");
  size_t count = node.inputs.size() - 2;
  std::vector<Type> initial;
  for (size_t i = 0; i < count; ++i)
    initial.push_back(typeIn(env, node.inputs[2 + i]));
  if (env.overlay) {
    env.setType(body.inputs[0].get(), Type::scalar(DType::INT64));
    env.setType(body.inputs[1].get(), Type::scalar(DType::BOOL));
    if (Status status = inferLoopBody(body, 2, initial, 1, env))
      return status;
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    Type result = typeIn(env, body.outputs[1 + i]);
    if (i >= count) {
      outputs[i] = result;
      prependDim(outputs[i], Dim(), 0);
      continue;
    }
    if (!env.vars.unify(initial[i].elem, env.typeOf(body.inputs[2 + i].get()).elem) ||
        !joinTypes(env, initial[i], result, outputs[i]))
      return stateMismatch(env, body.inputs[2 + i].get(), 2 + i, initial[i], result);
  }
  return std::nullopt;
}

std::optional<int64_t> axisOf(const Node &node, TypeEnv &env, const char *name, size_t index) {
  return scanAxis(env.attribute(node, name), node.attribute(name) != nullptr, index);
}

/// The dimension along an axis, where both are known.
Dim lengthOf(const Type &type, std::optional<int64_t> axis) {
  if (!type.shape || !axis)
    return {};
  int64_t at = *axis < 0 ? *axis + type.rank() : *axis;
  return at >= 0 && at < type.rank() ? (*type.shape)[static_cast<size_t>(at)] : Dim();
}

/// What a scan output becomes: another dimension, of the length of what is scanned.
Type scanOutput(Type type, std::optional<int64_t> axis, const Dim &length) {
  if (!type.shape)
    return type;
  if (!axis) {
    type.shape.emplace(type.shape->size() + 1);
    return type;
  }
  prependDim(type, length, static_cast<size_t>(*axis < 0 ? *axis + type.rank() + 1 : *axis));
  return type;
}

/// Types the elements of what is scanned, which has one length.
Status inferScanned(const Node &node, TypeEnv &env, size_t count, Dim &length) {
  const Graph &body = nestedGraph(node, "body");
  for (size_t i = count; i < node.inputs.size(); ++i) {
    Type type = typeIn(env, node.inputs[i]);
    std::optional<int64_t> axis = axisOf(node, env, "scan_input_axes", i - count);
    if (Status status = checkScanAxis(type, axis, i - count))
      return status;
    Dim own = lengthOf(type, axis);
    if (own.isKnown() && length.isKnown() && own != length)
      return Error{ErrorId::ShapeMismatch,
                   "the inputs of Scan have different lengths: " + std::to_string(length.value) + " and " +
                       std::to_string(own.value),
                   static_cast<int>(i),
                   {}};
    if (!length.isKnown() && own != Dim())
      length = own;
    if (env.overlay)
      env.setType(body.inputs[i].get(), scanElement(type, axis));
  }
  return std::nullopt;
}

Status inferScan(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  const Graph &body = nestedGraph(node, "body");
  const onnx::AttributeProto *number = env.attribute(node, "num_scan_inputs");
  size_t scanned = number ? static_cast<size_t>(std::max<int64_t>(number->i(), 0)) : 0;
  if (scanned > node.inputs.size() || body.inputs.size() != node.inputs.size() || body.outputs.size() != outputs.size())
    return Error{ErrorId::InputCount, "'Scan' needs a body with as many inputs and outputs as it has", -1, {}};
  size_t count = node.inputs.size() - scanned;
  std::vector<Type> initial;
  for (size_t i = 0; i < count; ++i)
    initial.push_back(typeIn(env, node.inputs[i]));
  Dim length;
  if (Status status = inferScanned(node, env, count, length))
    return status;
  if (env.overlay)
    if (Status status = inferLoopBody(body, 0, initial, 0, env))
      return status;
  for (size_t i = 0; i < outputs.size(); ++i) {
    Type result = typeIn(env, body.outputs[i]);
    if (i >= count)
      outputs[i] = scanOutput(std::move(result), axisOf(node, env, "scan_output_axes", i - count), length);
    else if (!joinTypes(env, initial[i], result, outputs[i]))
      return stateMismatch(env, body.inputs[i].get(), i, initial[i], result);
  }
  return std::nullopt;
}

Status inferSequenceMap(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  const Graph &body = nestedGraph(node, "body");
  if (env.overlay) {
    for (size_t i = 0; i < node.inputs.size() && i < body.inputs.size(); ++i) {
      Type type = typeIn(env, node.inputs[i]);
      env.setType(body.inputs[i].get(), type.kind == Type::Kind::Sequence ? sequenceElement(type) : type);
    }
    if (Status status = inferGraph(body, env))
      return status;
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    outputs[i] = typeIn(env, body.outputs[i]);
    if (outputs[i].kind == Type::Kind::Tensor || outputs[i].kind == Type::Kind::Unknown)
      outputs[i].kind = Type::Kind::Sequence;
  }
  return std::nullopt;
}

} // namespace

bool isControl(const Node &node) {
  return node.domain.empty() && !node.attributes.empty() &&
         (node.opType == "If" || node.opType == "Loop" || node.opType == "Scan" || node.opType == "SequenceMap");
}

Status inferControl(const Node &node, TypeEnv &env, std::vector<Type> &outputs) {
  Status status = node.opType == "If"     ? inferIf(node, env, outputs)
                  : node.opType == "Loop" ? inferLoop(node, env, outputs)
                  : node.opType == "Scan" ? inferScan(node, env, outputs)
                                          : inferSequenceMap(node, env, outputs);
  for (Type &type : outputs)
    if (!status && !type.elem.isKnown() && type.elem.var < 0 && type.kind != Type::Kind::Other)
      type.elem = ElemType::variable(env.vars.fresh());
  return status;
}

bool joinTypes(TypeEnv &env, Type a, Type b, Type &result) {
  if (a.kind == Type::Kind::Unknown || b.kind == Type::Kind::Unknown) {
    result = a.kind == Type::Kind::Unknown ? b : a;
    result.shape.reset();
    return true;
  }
  if (a.kind != b.kind || !env.vars.unify(a.elem, b.elem))
    return false;
  a.elem = b.elem = env.vars.resolve(a.elem.isKnown() || a.elem.var >= 0 ? a.elem : b.elem);
  result = join(a, b);
  return true;
}

Error stateMismatch(const TypeEnv &env, const Value *state, size_t operand, const Type &before, const Type &after) {
  std::string name = nameOf(state);
  return {ErrorId::BranchTypes,
          "the loop changes the type of" + (name.empty() ? std::string(" a variable") : name) + " from " +
              env.describe(before) + " to " + env.describe(after),
          static_cast<int>(operand),
          {}};
}

std::optional<int64_t> scanAxis(const onnx::AttributeProto *known, bool isGiven, size_t index) {
  if (isGiven && !known)
    return std::nullopt;
  return known && index < static_cast<size_t>(known->ints_size()) ? known->ints(static_cast<int>(index)) : 0;
}

Type scanElement(const Type &input, std::optional<int64_t> axis) {
  Type type = input;
  if (!type.shape || type.shape->empty()) {
    type.shape.reset();
    return type;
  }
  if (!axis) {
    type.shape.emplace(type.shape->size() - 1);
    return type;
  }
  int64_t at = *axis < 0 ? *axis + type.rank() : *axis;
  if (at < 0 || at >= type.rank())
    type.shape.reset();
  else
    type.shape->erase(type.shape->begin() + at);
  return type;
}

Status checkScanAxis(const Type &input, std::optional<int64_t> axis, size_t index) {
  if (!input.shape || (axis && *axis >= -input.rank() && *axis < input.rank()) || (!axis && input.rank() > 0))
    return std::nullopt;
  return Error{ErrorId::ShapeMismatch,
               "input " + std::to_string(index) + " of Scan is " + toString(input) + ", which has no axis " +
                   std::to_string(axis.value_or(0)),
               -1,
               {}};
}

Type sequenceElement(const Type &sequence) {
  Type type = sequence;
  if (type.kind == Type::Kind::Sequence)
    type.kind = Type::Kind::Tensor;
  return type;
}

} // namespace onnxc::graph
