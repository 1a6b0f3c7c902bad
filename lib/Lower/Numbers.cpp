//===- Numbers.cpp - C++ scalars: known ones fold, others are rank-0 tensors ------===//
#include "FunctionLowering.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

namespace onnxc::lower {

using clang::APValue;

DType FunctionLowering::dtypeOf(clang::QualType type) { return static_cast<DType>(unit.types().elementTypeOf(type)); }

Value FunctionLowering::knownInt(int64_t value, clang::QualType type) {
  if (type->isRealFloatingType()) {
    llvm::APFloat number(ctx.getFloatTypeSemantics(type));
    number.convertFromAPInt(llvm::APInt(64, value, true), true, llvm::APFloat::rmNearestTiesToEven);
    return Value::known(APValue(number), type);
  }
  return Value::known(APValue(ctx.MakeIntValue(value, type)), type);
}

Value FunctionLowering::knownBool(bool value) { return knownInt(value, ctx.BoolTy); }

graph::Literal FunctionLowering::literalOf(const Value &number) {
  const APValue &value = number.constant;
  if (value.isFloat()) {
    llvm::APFloat wide = value.getFloat();
    bool lost;
    wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
    graph::Literal literal{graph::Number(wide.convertToDouble())};
    literal.declaredDouble = number.declaredDouble;
    return literal;
  }
  const llvm::APSInt &integer = value.getInt();
  if (number.type->isBooleanType())
    return graph::Literal(graph::Number(integer.getBoolValue()));
  if (integer.isUnsigned() && integer.getActiveBits() > 63)
    return graph::Literal(graph::Number(static_cast<uint64_t>(integer.getZExtValue())));
  return graph::Literal(graph::Number(static_cast<int64_t>(integer.getExtValue())));
}

/// The number as a node's value of its C++ type.
graph::Value *FunctionLowering::numberNode(const Value &number) {
  if (number.isRuntimeNumber() && number.operand.value)
    return number.operand.value;
  if (number.isPoison() || !number.is(Value::Kind::Number))
    return nullptr;
  auto node =
      builder.constant(number.isKnownNumber() ? literalOf(number) : *number.operand.literal, dtypeOf(number.type));
  if (node)
    return *node;
  fail(node.error(), number.where);
  return nullptr;
}

/// An attribute parameter as a run-time value.
Value FunctionLowering::runtimeOf(const Value &attribute, Location location) {
  auto &slot = attributeNodes[attribute.attribute];
  if (!slot) {
    graph::Builder::Insert insert(builder, fn.body);
    auto node = builder.attributeConstant(*attribute.attribute);
    if (!node)
      return fail(node.error(), location);
    slot = *node;
    slot->hint = attribute.attribute->name;
  }
  using Proto = onnx::AttributeProto;
  clang::QualType type = attribute.type;
  if (attribute.attribute->type == Proto::INT || attribute.attribute->type == Proto::FLOAT) {
    clang::QualType natural = attribute.attribute->type == Proto::INT ? ctx.getIntTypeForBitwidth(64, 1) : ctx.FloatTy;
    Value value = Value::runtime(slot, natural);
    if (type->isEnumeralType()) {
      value.type = type;
      return value;
    }
    return convertNumber(value, type, location);
  }
  return Value::tensorOf(graph::Operand(slot));
}

Value FunctionLowering::convertNumber(Value value, clang::QualType type, Location location) {
  if (value.is(Value::Kind::Attribute))
    value = runtimeOf(value, location);
  if (value.isPoison())
    return value;
  type = type.getUnqualifiedType();
  bool keepDouble = value.declaredDouble;
  clang::SourceLocation where = value.where;
  if (value.isKnownNumber()) {
    const APValue &constant = value.constant;
    APValue result;
    if (type->isBooleanType()) {
      result = APValue(ctx.MakeIntValue(value.isTrue(), type));
    } else if (type->isRealFloatingType()) {
      llvm::APFloat number(ctx.getFloatTypeSemantics(type));
      bool lost;
      if (constant.isFloat()) {
        number = constant.getFloat();
        number.convert(ctx.getFloatTypeSemantics(type), llvm::APFloat::rmNearestTiesToEven, &lost);
      } else {
        number.convertFromAPInt(constant.getInt(), constant.getInt().isSigned(), llvm::APFloat::rmNearestTiesToEven);
      }
      result = APValue(number);
    } else {
      llvm::APSInt integer(ctx.getIntWidth(type), !type->isSignedIntegerOrEnumerationType());
      bool exact;
      if (constant.isFloat()) {
        if (constant.getFloat().convertToInteger(integer, llvm::APFloat::rmTowardZero, &exact) &
            llvm::APFloat::opInvalidOp)
          return fail(location, DiagId::NumberRange);
      } else {
        integer = constant.getInt().extOrTrunc(ctx.getIntWidth(type));
        integer.setIsSigned(type->isSignedIntegerOrEnumerationType());
      }
      result = APValue(integer);
    }
    Value converted = Value::known(std::move(result), type);
    converted.declaredDouble = keepDouble;
    converted.where = where;
    return converted;
  }
  if (!value.isRuntimeNumber()) {
    if (value.is(Value::Kind::Unset))
      return value;
    return fail(location, DiagId::NotANumber);
  }
  DType from = dtypeOf(value.type), to = dtypeOf(type);
  if (to == DType::UNDEFINED)
    return fail(location, DiagId::NotANumber);
  if (from == to || (value.operand.value && builder.typeOf(value.operand).elem.dtype == to)) {
    value.type = type;
    return value;
  }
  auto node = builder.op("Cast", {graph::Operand(numberNode(value))}, castAttributes(to));
  if (!node)
    return fail(node.error(), location);
  return Value::runtime(*node, type);
}

graph::Attributes FunctionLowering::castAttributes(DType to) {
  graph::Attributes attributes;
  attributes.push_back(graph::attr("to", static_cast<int64_t>(to)));
  return attributes;
}

Value FunctionLowering::evalUnary(const clang::UnaryOperator *expr) {
  Location location = expr->getOperatorLoc();
  clang::QualType type = expr->getType();
  switch (expr->getOpcode()) {
  case clang::UO_PreInc:
  case clang::UO_PreDec:
    return assigned(refAssignment(expr));
  case clang::UO_PostInc:
  case clang::UO_PostDec:
    return step(ref(expr->getSubExpr()), expr);
  case clang::UO_AddrOf:
    report(location, DiagId::PointerToTensor) << type;
    return Value::poison();
  case clang::UO_Deref: {
    Object *object = ref(expr);
    return object ? load(object, expr) : Value::poison();
  }
  default:
    break;
  }
  Value operand = eval(expr->getSubExpr());
  if (operand.is(Value::Kind::Attribute))
    operand = runtimeOf(operand, location);
  if (operand.isPoison())
    return operand;
  if (!operand.is(Value::Kind::Number))
    return fail(location, DiagId::NotANumber);
  switch (expr->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return operand;
  case clang::UO_Minus: {
    if (operand.isKnownNumber() && operand.constant.isFloat()) {
      llvm::APFloat number = operand.constant.getFloat();
      number.changeSign();
      return Value::known(APValue(number), type);
    }
    if (operand.isKnownNumber() || !type->isSignedIntegerOrEnumerationType())
      return arithmetic(clang::BO_Sub, knownInt(0, type), operand, type, location);
    auto node = builder.op("Neg", {graph::Operand(numberNode(operand))});
    return node ? Value::runtime(*node, type) : fail(node.error(), location);
  }
  case clang::UO_LNot: {
    if (operand.isKnownNumber())
      return knownBool(!operand.isTrue());
    auto node = builder.op("Not", {graph::Operand(numberNode(operand))});
    return node ? Value::runtime(*node, ctx.BoolTy) : fail(node.error(), location);
  }
  case clang::UO_Not: {
    if (operand.isKnownNumber())
      return Value::known(APValue(~operand.constant.getInt()), type);
    auto node = builder.op("BitwiseNot", {graph::Operand(numberNode(operand))});
    return node ? Value::runtime(*node, type) : fail(node.error(), location);
  }
  default:
    break;
  }
  report(location, DiagId::ExpressionRefused) << clang::UnaryOperator::getOpcodeStr(expr->getOpcode()).str();
  return Value::poison();
}

Value FunctionLowering::evalBinary(const clang::BinaryOperator *expr) {
  Location location = expr->getOperatorLoc();
  switch (expr->getOpcode()) {
  case clang::BO_LAnd:
  case clang::BO_LOr:
    return evalLogical(expr);
  case clang::BO_Comma:
    exec(expr->getLHS());
    return eval(expr->getRHS());
  case clang::BO_Assign:
    return assigned(refAssignment(expr));
  default:
    break;
  }
  Value left = eval(expr->getLHS());
  Value right = eval(expr->getRHS());
  return arithmetic(expr->getOpcode(), std::move(left), std::move(right), expr->getLHS()->getType(), location);
}

/// ++ and --: the value before.
Value FunctionLowering::step(Object *object, const clang::UnaryOperator *expr) {
  if (!object)
    return Value::poison();
  Location location = expr->getOperatorLoc();
  Value old = load(object, expr->getSubExpr());
  if (old.is(Value::Kind::Attribute))
    old = runtimeOf(old, location);
  if (old.isPoison())
    return old;
  auto op = expr->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  assignTo(object, arithmetic(op, old, knownInt(1, old.type), old.type, location), {}, location);
  return old;
}

/// Prefix ++ and --, = and its compounds on C++ scalars: does it, and gives the object. Null after an error.
Object *FunctionLowering::refAssignment(const clang::Expr *expr) {
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    Object *object = ref(unary->getSubExpr());
    return step(object, unary).isPoison() ? nullptr : object;
  }
  const auto *binary = llvm::cast<clang::BinaryOperator>(expr);
  Location location = binary->getOperatorLoc();
  Value value = eval(binary->getRHS());
  Object *object = ref(binary->getLHS());
  if (!object)
    return nullptr;
  if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary)) {
    clang::QualType type = compound->getComputationLHSType();
    Value left = convertNumber(load(object, compound->getLHS()), type, location);
    auto op = clang::BinaryOperator::getOpForCompoundAssignment(compound->getOpcode());
    value = convertNumber(arithmetic(op, left, value, type, location), compound->getLHS()->getType(), location);
  }
  if (value.isPoison())
    return nullptr;
  assignTo(object, std::move(value), {}, location);
  return object;
}

} // namespace onnxc::lower
