//===- TypeSolver.cpp - Solves the type variables of a schema -----------------===//
#include "Graph/Inference/TypeSolver.h"

namespace onnxc::graph {

namespace {

/// "bool", "int32 or int64": short sets only.
std::string listElements(uint64_t elements) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < 64; ++i)
    if (elements >> i & 1)
      names.push_back(toString(static_cast<DType>(i)));
  if (names.empty() || names.size() > 4)
    return "";
  std::string text = names[0];
  for (size_t i = 1; i < names.size(); ++i)
    text += (i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

uint64_t maskOf(const std::vector<DType> &dtypes) {
  uint64_t mask = 0;
  for (DType dtype : dtypes)
    mask |= uint64_t(1) << static_cast<unsigned>(dtype);
  return mask;
}

} // namespace

Error TypeSolver::notAllowed(size_t index, const Type &type) const {
  const TypeSet &allowed = info.input(index)->allowed;
  std::string names = listElements(allowed.elements());
  std::string text = describeNode(node, env) + ": input '" + info.input(index)->name + "' ";
  if (!allowed.hasKind(type.kind) && type.kind != Type::Kind::Tensor)
    text += "must be a tensor";
  else if (!allowed.hasKind(type.kind))
    text += "must be a sequence or an optional value";
  else if (names.empty())
    text += "can't be " + env.describe(Type::tensor(type.elem));
  else
    text += "must be " + names;
  return {ErrorId::TypeMismatch, std::move(text), static_cast<int>(index), {}};
}

Status TypeSolver::checkInput(size_t index) {
  Value *value = node.inputs[index];
  const Formal *formal = info.input(index);
  if (!env.has(value) || !formal)
    return std::nullopt;
  const Type &type = env.typeOf(value);
  if (type.kind == Type::Kind::Unknown)
    return std::nullopt;
  if (type.kind == Type::Kind::Other)
    return formal->allowed.others ? Status() : notAllowed(index, type);
  ElemType elem = env.elemOrFresh(value);
  // Operators take optional values of a kind where they take the kind (Identity, If); only Optional* ask.
  if (!formal->allowed.hasKind(type.kind))
    return notAllowed(index, type);
  if (elem.isKnown() && !formal->allowed.has(type.kind, elem.dtype))
    return notAllowed(index, type);
  if (!elem.isKnown()) {
    const std::vector<DType> &possible = env.vars.allowedFor(elem.var);
    if (!possible.empty() && !(maskOf(possible) & formal->allowed.elements()))
      return notAllowed(index, type);
    if (DType only = formal->allowed.onlyElement(); only != DType::UNDEFINED)
      if (!env.vars.unify(elem, only))
        return notAllowed(index, type);
  }
  if (formal->group < 0)
    return std::nullopt;
  Group &group = groups[formal->group];
  if (group.firstInput < 0) {
    group = {elem, static_cast<int>(index)};
    return std::nullopt;
  }
  if (env.vars.unify(group.elem, elem))
    return std::nullopt;
  std::string first = info.input(group.firstInput)->name, second = formal->name;
  std::string which = first == second ? "all '" + first + "'" : "inputs '" + first + "' and '" + second + "'";
  return Error{ErrorId::TypeMismatch,
               describeNode(node, env) + ": " + which + " must have the same element type",
               static_cast<int>(index),
               {}};
}

Status TypeSolver::checkInputs() {
  for (size_t i = 0; i < node.inputs.size(); ++i)
    if (Status status = checkInput(i))
      return status;
  return std::nullopt;
}

Type TypeSolver::output(size_t index) const {
  Type type;
  type.kind = Type::Kind::Unknown;
  const Formal *formal = info.output(index);
  if (!formal)
    return type;
  type.kind = formal->allowed.onlyKind();
  if (DType only = formal->allowed.onlyElement(); only != DType::UNDEFINED)
    type.elem = only;
  if (formal->group < 0 || groups[formal->group].firstInput < 0)
    return type;
  const Group &group = groups[formal->group];
  type.elem = env.vars.resolve(group.elem);
  if (type.kind == Type::Kind::Unknown)
    if (Type::Kind kind = env.typeOf(node.inputs[group.firstInput]).kind; formal->allowed.hasKind(kind))
      type.kind = kind;
  return type;
}

} // namespace onnxc::graph
