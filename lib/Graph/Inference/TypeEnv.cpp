//===- TypeEnv.cpp - Where inference finds and leaves types ---------------------===//
#include "Graph/Inference/TypeEnv.h"

namespace onnxc::graph {

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
  if (value->declared && value->type.elem.isKnown() && !vars.resolve(type.elem).isKnown()) {
    vars.unify(type.elem, value->type.elem);
    type.elem = value->type.elem;
    if (type.kind == Type::Kind::Unknown)
      type.kind = value->type.kind;
  }
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

} // namespace onnxc::graph
