//===- Declaration.cpp - What C++ declares of a value's type --------------------===//
#include "Graph/IR/Declaration.h"

namespace onnxc::graph {

namespace {

Type::Kind kindOf(Declaration::Form form) {
  switch (form) {
  case Declaration::Form::Tensor:
    return Type::Kind::Tensor;
  case Declaration::Form::Sequence:
    return Type::Kind::Sequence;
  case Declaration::Form::Optional:
    return Type::Kind::OptionalTensor;
  case Declaration::Form::OptionalSequence:
    return Type::Kind::OptionalSequence;
  case Declaration::Form::Open:
    break;
  }
  return Type::Kind::Unknown;
}

ElemType elemOf(const Declaration &declaration, TypeVars *vars) {
  if (declaration.elem != DType::UNDEFINED)
    return declaration.elem;
  if (!vars)
    return {};
  if (declaration.variable.empty())
    return ElemType::variable(vars->fresh());
  for (int var = 0; var != vars->size(); ++var)
    if (vars->nameOf(var) == declaration.variable)
      return ElemType::variable(var);
  return ElemType::variable(vars->fresh(declaration.variable, declaration.allowed));
}

} // namespace

Type typeOf(const Declaration &declaration, TypeVars *vars) {
  Type type = Type::tensor(elemOf(declaration, vars), declaration.shape);
  type.kind = kindOf(declaration.form);
  return type;
}

} // namespace onnxc::graph
