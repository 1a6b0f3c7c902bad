//===- Tensors.cpp - What becomes a tensor, and C++ operators on tensors -----------===//
#include "FunctionLowering.h"
#include "clang/AST/ExprCXX.h"

namespace onnxc::lower {

graph::Operand FunctionLowering::operandOf(const Value &value) {
  if (value.isKnownNumber())
    return graph::Operand(literalOf(value));
  return value.operand;
}

/// The elements of nested aggregates of numbers or texts in row-major order; false when it is no such array.
bool FunctionLowering::flattenConstant(const Value &value, unsigned depth, std::vector<int64_t> &dims,
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

std::optional<graph::Literal> FunctionLowering::literalList(const Value &value) {
  graph::Literal literal;
  clang::QualType type;
  if (!value.is(Value::Kind::Aggregate) || !flattenConstant(value, 0, literal.dims, literal.data, type))
    return std::nullopt;
  return literal;
}

/// A constant array with its own element type (or `dtype`).
std::optional<onnx::TensorProto> FunctionLowering::typedConstant(const Value &value, DType dtype) {
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

Value FunctionLowering::toTensor(Value value, Location location) {
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
    return toTensor(store.load(value.object), location);
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

Value FunctionLowering::toDeclared(Value value, const frontend::TypeSpec &spec, Location location) {
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
Value FunctionLowering::convertTo(Value value, clang::QualType type, Location location) {
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

Value FunctionLowering::tensorOperator(graph::CppOp op, std::vector<Value> operands, const clang::Expr *expr) {
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

static std::optional<graph::CppOp> cppOperator(clang::OverloadedOperatorKind kind, unsigned operands) {
  using graph::CppOp;
  switch (kind) {
  case clang::OO_Plus:
  case clang::OO_PlusEqual:
    return operands == 1 ? CppOp::Plus : CppOp::Add;
  case clang::OO_Minus:
  case clang::OO_MinusEqual:
    return operands == 1 ? CppOp::Neg : CppOp::Sub;
  case clang::OO_Star:
  case clang::OO_StarEqual:
    return CppOp::Mul;
  case clang::OO_Slash:
  case clang::OO_SlashEqual:
    return CppOp::Div;
  case clang::OO_Percent:
  case clang::OO_PercentEqual:
    return CppOp::Rem;
  case clang::OO_Less:
    return CppOp::Lt;
  case clang::OO_LessEqual:
    return CppOp::Le;
  case clang::OO_Greater:
    return CppOp::Gt;
  case clang::OO_GreaterEqual:
    return CppOp::Ge;
  case clang::OO_EqualEqual:
    return CppOp::Eq;
  case clang::OO_ExclaimEqual:
    return CppOp::Ne;
  case clang::OO_AmpAmp:
    return CppOp::And;
  case clang::OO_PipePipe:
    return CppOp::Or;
  case clang::OO_Amp:
  case clang::OO_AmpEqual:
    return CppOp::BitAnd;
  case clang::OO_Pipe:
  case clang::OO_PipeEqual:
    return CppOp::BitOr;
  case clang::OO_Caret:
  case clang::OO_CaretEqual:
    return CppOp::BitXor;
  case clang::OO_LessLess:
  case clang::OO_LessLessEqual:
    return CppOp::Shl;
  case clang::OO_GreaterGreater:
  case clang::OO_GreaterGreaterEqual:
    return CppOp::Shr;
  case clang::OO_Exclaim:
    return CppOp::Not;
  case clang::OO_Tilde:
    return CppOp::BitNot;
  default:
    return std::nullopt;
  }
}

static bool isCompoundAssignment(clang::OverloadedOperatorKind kind) {
  return kind == clang::OO_PlusEqual || kind == clang::OO_MinusEqual || kind == clang::OO_StarEqual ||
         kind == clang::OO_SlashEqual || kind == clang::OO_PercentEqual || kind == clang::OO_AmpEqual ||
         kind == clang::OO_PipeEqual || kind == clang::OO_CaretEqual || kind == clang::OO_LessLessEqual ||
         kind == clang::OO_GreaterGreaterEqual;
}

/// Operators of onnxc::Tensor.
Value FunctionLowering::evalTensorOperator(const clang::CXXOperatorCallExpr *expr) {
  clang::OverloadedOperatorKind kind = expr->getOperator();
  Location location = expr->getOperatorLoc();
  if (kind == clang::OO_Equal) {
    Value value = eval(expr->getArg(1));
    Object *object = ref(expr->getArg(0));
    if (!object)
      return Value::poison();
    assignTo(object, std::move(value), expr->getArg(0)->getType(), location);
    return Value::reference(object);
  }
  if (kind == clang::OO_Subscript) {
    Value x = eval(expr->getArg(0)), item = eval(expr->getArg(1));
    return indexTensor(x, {item}, expr);
  }
  if (isCompoundAssignment(kind) || kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus) {
    bool step = kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus;
    Value right = step ? knownInt(1, ctx.IntTy) : eval(expr->getArg(1));
    Object *object = ref(expr->getArg(0));
    if (!object || right.isPoison())
      return Value::poison();
    Value left = load(object, expr->getArg(0));
    if (left.isPoison())
      return left;
    graph::CppOp op = kind == clang::OO_PlusPlus     ? graph::CppOp::Add
                      : kind == clang::OO_MinusMinus ? graph::CppOp::Sub
                                                     : *cppOperator(kind, 2);
    Value result = tensorOperator(op, {left, right}, expr);
    assignTo(object, result, expr->getArg(0)->getType(), location);
    bool postfix = step && expr->getNumArgs() == 2;
    return postfix ? left : Value::reference(object);
  }
  auto op = cppOperator(kind, expr->getNumArgs());
  if (!op) {
    report(location, DiagId::ExpressionRefused) << clang::getOperatorSpelling(kind);
    return Value::poison();
  }
  std::vector<Value> operands;
  for (const clang::Expr *arg : expr->arguments())
    operands.push_back(eval(arg));
  for (const Value &operand : operands)
    if (operand.isPoison())
      return operand;
  return tensorOperator(*op, std::move(operands), expr);
}

static clang::SourceLocation locationOf(graph::Location location) {
  return clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(location));
}

Value FunctionLowering::fail(const graph::Error &error, Location location, const clang::Expr *call) {
  if (error.id == graph::ErrorId::Reported)
    return Value::poison();
  if (error.location) {
    Diag &diag = report(locationOf(error.location), DiagId::GraphError) << error.message;
    for (const graph::CallPlace &call : error.calls)
      diag.note(locationOf(call.location), DiagId::NoteText) << call.text;
    return Value::poison();
  }
  if (error.id == graph::ErrorId::DivisionByZero || error.id == graph::ErrorId::ShiftRange)
    return fail(location, error.id == graph::ErrorId::ShiftRange ? DiagId::ShiftRange : DiagId::DivisionByZero);
  Diag &diag = report(location, DiagId::GraphError) << error.message;
  if (call)
    diag << call->getSourceRange();
  for (const std::string &note : error.notes)
    diag.note(location, DiagId::NoteText) << note;
  return Value::poison();
}

void FunctionLowering::noteOperands(Diag &diag, llvm::ArrayRef<Value> operands,
                                    llvm::ArrayRef<const clang::Expr *> exprs) {
  for (size_t i = 0; i < operands.size() && i < exprs.size(); ++i) {
    if (!operands[i].is(Value::Kind::Tensor) || operands[i].operand.literal)
      continue;
    diag.note(exprs[i]->getBeginLoc(), DiagId::NoteOperandType) << graph::toString(builder.typeOf(operands[i].operand));
  }
}

} // namespace onnxc::lower
