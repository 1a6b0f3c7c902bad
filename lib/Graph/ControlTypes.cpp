//===- ControlTypes.cpp - Types of If, Loop, Scan, SequenceMap -----------------===//
//
// The nested graphs are inferred already while they are being built; only in an
// overlay are they inferred again, over the types of the arguments.
//
//===------------------------------------------------------------------------===//
#include "Inference.h"
#include "TypeEnv.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

const Graph &nestedGraph(const Node &node, const char *name) { return *node.attribute(name)->graph; }

Type typeIn(TypeEnv &env, const Value *value) {
  Type type = env.typeOf(value);
  type.elem = env.vars.resolve(type.elem);
  return type;
}

/// What holds for both; false when the element types or kinds differ.
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

/// True when `given` says at least as much as `wanted`.
bool isWithin(const Type &given, const Type &wanted) {
  if (!wanted.shape)
    return true;
  if (!given.shape || given.shape->size() != wanted.shape->size())
    return false;
  for (size_t i = 0; i < wanted.shape->size(); ++i)
    if (const Dim &dim = (*wanted.shape)[i]; (dim.isKnown() || !dim.symbol.empty()) && dim != (*given.shape)[i])
      return false;
  return true;
}

thread_local int loopDepth = 0;

/// Infers a loop body in an overlay. The states' types must hold in every iteration: first those of the initial values
/// are tried, then what the initial and the final values share, then no shapes at all.
Status inferLoopBody(const Graph &body, size_t firstState, std::vector<Type> states, size_t firstResult, TypeEnv &env) {
  // Each level tries up to three times; nested loops would multiply that.
  int attempt = loopDepth > 2 ? 2 : 0;
  ++loopDepth;
  Status status;
  for (; attempt < 3; ++attempt) {
    for (size_t i = 0; i < states.size(); ++i) {
      if (attempt == 2)
        states[i].shape.reset();
      env.setType(body.inputs[firstState + i].get(), states[i]);
    }
    status = inferGraph(body, env);
    if (status)
      break;
    bool isStable = true;
    for (size_t i = 0; i < states.size(); ++i) {
      Type result = typeIn(env, body.outputs[firstResult + i]);
      if (isWithin(result, states[i]))
        continue;
      isStable = false;
      Type widened;
      if (joinTypes(env, states[i], result, widened))
        states[i].shape = widened.shape;
      else
        states[i].shape.reset();
    }
    if (isStable)
      break;
  }
  --loopDepth;
  return status;
}

Error stateMismatch(TypeEnv &env, const Value *state, size_t index, const Type &before, const Type &after) {
  return {ErrorId::BranchTypes,
          "the loop changes the type of" + (nameOf(state).empty() ? std::string(" a variable") : nameOf(state)) +
              " from " + env.describe(before) + " to " + env.describe(after),
          static_cast<int>(index),
          {}};
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
      return stateMismatch(env, body.inputs[2 + i].get(), i, initial[i], result);
  }
  return std::nullopt;
}

int64_t axisOf(const Node &node, TypeEnv &env, const char *name, size_t index) {
  const onnx::AttributeProto *axes = env.attribute(node, name);
  return axes && index < static_cast<size_t>(axes->ints_size()) ? axes->ints(static_cast<int>(index)) : 0;
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
  for (size_t i = 0; i < scanned; ++i) {
    Type type = typeIn(env, node.inputs[count + i]);
    int64_t axis = axisOf(node, env, "scan_input_axes", i);
    if (type.shape && !length.isKnown())
      if (int64_t at = axis < 0 ? axis + type.rank() : axis; at >= 0 && at < type.rank())
        length = (*type.shape)[at];
    if (env.overlay)
      env.setType(body.inputs[count + i].get(), scanElement(type, axis));
  }
  if (env.overlay)
    if (Status status = inferLoopBody(body, 0, initial, 0, env))
      return status;
  for (size_t i = 0; i < outputs.size(); ++i) {
    Type result = typeIn(env, body.outputs[i]);
    if (i < count) {
      if (!joinTypes(env, initial[i], result, outputs[i]))
        return stateMismatch(env, body.inputs[i].get(), i, initial[i], result);
      continue;
    }
    outputs[i] = result;
    int64_t axis = axisOf(node, env, "scan_output_axes", i - count);
    prependDim(outputs[i], length, static_cast<size_t>(axis < 0 ? axis + result.rank() + 1 : axis));
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

Type scanElement(const Type &input, int64_t axis) {
  Type type = input;
  if (type.shape) {
    int64_t at = axis < 0 ? axis + type.rank() : axis;
    if (at < 0 || at >= type.rank())
      type.shape.reset();
    else
      type.shape->erase(type.shape->begin() + at);
  }
  return type;
}

Type sequenceElement(const Type &sequence) {
  Type type = sequence;
  if (type.kind == Type::Kind::Sequence)
    type.kind = Type::Kind::Tensor;
  return type;
}

} // namespace onnxc::graph
