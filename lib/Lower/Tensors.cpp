//===- Tensors.cpp - What becomes a tensor, and C++ operators on tensors -----------===//
#include "CppOperators.h"
#include "TensorLowering.h"
#include "clang/AST/ExprCXX.h"

namespace onnxc::lower {

graph::Operand TensorLowering::operandOf(const Value &value) {
  if (value.isKnownNumber())
    return graph::Operand(literalOf(value));
  return value.operand;
}

/// The elements of nested aggregates of numbers or texts in row-major order; false when it is no such array.
bool TensorLowering::flattenConstant(const Value &value, unsigned depth, std::vector<int64_t> &dims,
                                     std::vector<graph::Number> &data, clang::QualType &type) {
  if (value.is(Value::Kind::Aggregate)) {
    int64_t size = static_cast<int64_t>(value.elements.size());
    if (dims.size() == depth)
      dims.push_back(size);
    else if (dims[depth] != size)
      return false;
    for (const Value &element : value.elements)
      if (!flattenConstant(element, depth + 1, dims, data, type))
        return false;
    return true;
  }
  if (depth != dims.size())
    return false;
  if (value.isKnownNumber()) {
    data.push_back(literalOf(value).data[0]);
    if (type.isNull())
      type = value.type;
    return true;
  }
  if (value.is(Value::Kind::Text)) {
    data.push_back(value.text);
    return true;
  }
  return false;
}

std::optional<graph::Literal> TensorLowering::literalList(const Value &value) {
  graph::Literal literal;
  clang::QualType type;
  if (!value.is(Value::Kind::Aggregate) || !flattenConstant(value, 0, literal.dims, literal.data, type))
    return std::nullopt;
  return literal;
}

/// A constant array with its own element type (or `dtype`).
std::optional<onnx::TensorProto> TensorLowering::typedConstant(const Value &value, DType dtype) {
  graph::Literal literal;
  clang::QualType type = value.type;
  if (!flattenConstant(value, 0, literal.dims, literal.data, type))
    return std::nullopt;
  if (dtype == DType::UNDEFINED && !type.isNull())
    dtype = dtypeOf(type);
  if (dtype == DType::UNDEFINED)
    dtype = literal.data.empty() ? DType::INT64 : graph::defaultType(literal);
  if (!graph::fits(literal, dtype)) {
    std::optional<graph::Literal> converted = graph::convert(literal, dtype);
    if (!converted || !graph::fits(*converted, dtype))
      return std::nullopt;
    literal = std::move(*converted);
  }
  return graph::toTensor(literal, dtype);
}

Value TensorLowering::toTensor(Value value, Location location) {
  auto withPlace = [&](Value result) {
    result.where = value.where;
    return result;
  };
  switch (value.kind) {
  case Value::Kind::Poison:
  case Value::Kind::Tensor:
    return value;
  case Value::Kind::Number: {
    Value result = Value::tensorOf(value.isKnownNumber() ? graph::Operand(literalOf(value)) : value.operand);
    if (!value.isKnownNumber())
      result.operand.declaredDouble = value.declaredDouble;
    return withPlace(result);
  }
  case Value::Kind::Attribute:
    return toTensor(withPlace(runtimeOf(value, location)), location);
  case Value::Kind::Text:
    return withPlace(Value::tensorOf(graph::Operand(graph::Literal(graph::Number(value.text)))));
  case Value::Kind::Constant:
    if (value.tensor) {
      builder.location = location.getRawEncoding();
      return withPlace(Value::tensorOf(graph::Operand(builder.constant(*value.tensor))));
    }
    break;
  case Value::Kind::Reference:
    return toTensor(contentsOf(value.object), location);
  case Value::Kind::Unset:
    return read(value, "", location);
  case Value::Kind::Absent:
    return internal(location, "an omitted value is used as a tensor");
  case Value::Kind::Aggregate: {
    if (value.result) {
      for (Value &element : value.elements)
        if (element.is(Value::Kind::Tensor))
          return element;
      break;
    }
    if (auto tensor = typedConstant(value, DType::UNDEFINED)) {
      builder.location = location.getRawEncoding();
      return withPlace(Value::tensorOf(graph::Operand(builder.constant(std::move(*tensor)))));
    }
    // A list with tensors in it, one scalar each.
    std::vector<graph::Operand> parts;
    for (const Value &element : value.elements) {
      Value part = toTensor(element, location);
      if (part.isPoison())
        return part;
      parts.push_back(part.operand);
    }
    auto list = builder.list(std::move(parts));
    return list ? withPlace(Value::tensorOf(*list)) : fail(list.error(), location);
  }
  default:
    break;
  }
  return internal(location, "this value cannot become a tensor");
}

static bool sameDim(const graph::Dim &have, const frontend::DimSpec &want) {
  return want.kind != frontend::DimSpec::Value || !have.isKnown() || have.value == want.value;
}

Value TensorLowering::toDeclared(Value value, const frontend::TypeSpec &spec, Location location) {
  value = toTensor(std::move(value), location);
  if (value.isPoison() || spec.kind != frontend::TypeSpec::Tensor)
    return value;
  graph::ElemType want;
  if (spec.element)
    want = graph::ElemType(static_cast<DType>(spec.element));
  else if (!spec.variable.empty() && !frame->caller)
    for (int var = 0; var != fn.typeVars.size(); ++var)
      if (fn.typeVars.nameOf(var) == spec.variable)
        want = graph::ElemType::variable(var);
  bool wanted = want.isKnown() || want.var >= 0;
  if (wanted && value.operand.isFlexible()) {
    builder.location = location.getRawEncoding();
    auto node = builder.materialise(value.operand, want);
    if (!node)
      return fail(node.error(), location);
    Location where = value.where;
    value = Value::tensorOf(graph::Operand(*node));
    value.where = where;
  }
  graph::Type have = builder.typeOf(value.operand);
  if (wanted && !fn.typeVars.unify(have.elem, want)) {
    report(location, DiagId::DeclaredTypeMismatch) << graph::toString(have) << frontend::toString(spec);
    return Value::poison();
  }
  if (!spec.dims)
    return value;
  if (!have.shape) {
    // A promise of the declaration: rank and sizes are known from here on.
    if (value.operand.value)
      value.operand.value->type.shape = typeOf(spec).shape;
    return value;
  }
  bool fits = have.shape->size() == spec.dims->size();
  for (size_t i = 0; fits && i != spec.dims->size(); ++i)
    fits = sameDim((*have.shape)[i], (*spec.dims)[i]);
  if (!fits) {
    report(location, DiagId::DeclaredTypeMismatch) << graph::toString(have) << frontend::toString(spec);
    return Value::poison();
  }
  return value;
}

/// What happens inside constructors of the standard library: conversion of a part to its declared type.
Value TensorLowering::convertTo(Value value, clang::QualType type, Location location) {
  if (value.isPoison() || type.isNull() || type->isReferenceType())
    return value;
  switch (unit.types().classify(type)) {
  case TypeClass::Tensor: {
    if (value.is(Value::Kind::Unset) || value.maybeUnset)
      return read(value, "", location);
    const frontend::TypeSpec &spec = unit.types().tensorTypeOf(type);
    return toDeclared(std::move(value), spec, location);
  }
  case TypeClass::Sequence:
  case TypeClass::OptionalValue:
  case TypeClass::Map:
  case TypeClass::Value:
    return value.is(Value::Kind::Tensor) ? value : toTensor(std::move(value), location);
  case TypeClass::Arithmetic:
  case TypeClass::Enum:
    if (value.is(Value::Kind::Number))
      return convertNumber(std::move(value), type, location);
    return value;
  case TypeClass::StdOptional:
    return value.is(Value::Kind::Absent)
               ? value
               : convertTo(std::move(value), unit.types().templateArgument(type, 0), location);
  case TypeClass::StdTuple:
  case TypeClass::StdPair:
    if (value.is(Value::Kind::Aggregate))
      for (unsigned i = 0; i != value.elements.size(); ++i)
        value.elements[i] = convertTo(std::move(value.elements[i]), unit.types().templateArgument(type, i), location);
    return value;
  case TypeClass::StdArray:
  case TypeClass::StdVector:
  case TypeClass::StdInitializerList:
    if (value.is(Value::Kind::Aggregate))
      for (Value &element : value.elements)
        element = convertTo(std::move(element), unit.types().templateArgument(type, 0), location);
    return value;
  default:
    return value;
  }
}

Value TensorLowering::tensorOperator(graph::CppOp op, std::vector<Value> operands, const clang::Expr *expr) {
  std::vector<graph::Operand> list;
  for (Value &operand : operands) {
    operand = toTensor(std::move(operand), expr->getExprLoc());
    if (operand.isPoison())
      return operand;
    list.push_back(operand.operand);
  }
  builder.location = expr->getExprLoc().getRawEncoding();
  auto result = builder.cpp(op, std::move(list));
  if (result)
    return Value::tensorOf(*result);
  Value poison = fail(result.error(), expr->getExprLoc(), nullptr);
  if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr)) {
    llvm::SmallVector<const clang::Expr *, 2> exprs(call->arg_begin(), call->arg_end());
    noteOperands(diags.last(), operands, exprs);
  }
  return poison;
}

Value TensorLowering::read(Value value, const std::string &name, Location location) {
  if (!value.maybeUnset && !value.is(Value::Kind::Unset))
    return value;
  bool onSomePath = value.maybeUnset;
  Diag &diag = report(location, DiagId::UnsetVariable);
  diag << quoted(name) << (onSomePath ? "not set on every path" : "not set");
  if (value.where.isValid() && value.where != location && onSomePath)
    diag.note(value.where, DiagId::NoteSetHere);
  return Value::poison();
}

graph::Type TensorLowering::typeOf(const frontend::TypeSpec &spec) {
  return graph::typeOf(declarationOf(spec), &fn.typeVars);
}

} // namespace onnxc::lower
