//===- Numbers.cpp - C++ scalars: known ones fold, others are rank-0 tensors ------===//
#include "NumberLowering.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

namespace onnxc::lower {

using clang::APValue;

DType NumberLowering::dtypeOf(clang::QualType type) { return static_cast<DType>(unit.types().elementTypeOf(type)); }

Value NumberLowering::knownInt(int64_t value, clang::QualType type) {
  if (type->isRealFloatingType()) {
    llvm::APFloat number(ctx.getFloatTypeSemantics(type));
    number.convertFromAPInt(llvm::APInt(64, value, true), true, llvm::APFloat::rmNearestTiesToEven);
    return Value::known(APValue(number), type);
  }
  return Value::known(APValue(ctx.MakeIntValue(value, type)), type);
}

Value NumberLowering::knownBool(bool value) { return knownInt(value, ctx.BoolTy); }

/// A known number without its C++ type.
graph::Number NumberLowering::numberOf(const Value &number) {
  const APValue &value = number.constant;
  if (value.isFloat()) {
    llvm::APFloat wide = value.getFloat();
    bool lost;
    wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
    return wide.convertToDouble();
  }
  llvm::APSInt integer = value.getInt();
  if (number.type->isBooleanType())
    return integer.getBoolValue();
  if (integer.getSignificantBits() > 64)
    integer = integer.trunc(64); // for conversions to integers, which wrap
  if (integer.isUnsigned() && integer.getActiveBits() > 63)
    return static_cast<uint64_t>(integer.getZExtValue());
  return static_cast<int64_t>(integer.getExtValue());
}

graph::Literal NumberLowering::literalOf(const Value &number) {
  graph::Literal literal(numberOf(number));
  literal.declaredDouble = number.constant.isFloat() && number.declaredDouble;
  return literal;
}

/// A number that fits the C++ type as a value of it.
Value NumberLowering::knownNumber(const graph::Number &number, clang::QualType type) {
  if (!type->isRealFloatingType()) {
    uint64_t bits = std::visit(
        [](const auto &value) -> uint64_t {
          if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
            return static_cast<uint64_t>(value);
          else
            return 0;
        },
        number);
    return Value::known(APValue(ctx.MakeIntValue(bits, type)), type);
  }
  llvm::APFloat real(std::get<double>(number));
  bool lost;
  real.convert(ctx.getFloatTypeSemantics(type), llvm::APFloat::rmNearestTiesToEven, &lost);
  return Value::known(APValue(real), type);
}

/// The element type in which numbers of a C++ type are computed. UNDEFINED for those wider than 64 bits.
DType NumberLowering::numberType(clang::QualType type) {
  DType dtype = dtypeOf(type);
  if (dtype != DType::UNDEFINED || !type->isIntegralOrEnumerationType() || ctx.getIntWidth(type) > 64)
    return dtype;
  bool isSigned = type->isSignedIntegerOrEnumerationType(); // wchar_t, char16_t ...
  return ctx.getIntWidth(type) > 32   ? (isSigned ? DType::INT64 : DType::UINT64)
         : ctx.getIntWidth(type) > 16 ? (isSigned ? DType::INT32 : DType::UINT32)
                                      : (isSigned ? DType::INT16 : DType::UINT16);
}

/// The number as a node's value of its C++ type.
graph::Value *NumberLowering::numberNode(const Value &number) {
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
Value NumberLowering::runtimeOf(const Value &attribute, Location location) {
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

Value NumberLowering::convertNumber(Value value, clang::QualType type, Location location) {
  if (value.is(Value::Kind::Attribute))
    value = runtimeOf(value, location);
  if (value.isPoison() || value.is(Value::Kind::Unset))
    return value;
  type = type.getUnqualifiedType();
  DType dtype = numberType(type);
  if (!value.is(Value::Kind::Number) || dtype == DType::UNDEFINED)
    return fail(location, DiagId::NotANumber);
  if (value.isKnownNumber()) {
    if (numberType(value.type) == DType::UNDEFINED && !graph::isInteger(dtype)) // it may have more than 64 bits
      return fail(location, DiagId::NotANumber);
    std::optional<graph::Number> number = graph::convert(numberOf(value), dtype);
    if (!number)
      return fail(location, DiagId::NumberRange);
    Value converted = knownNumber(*number, type);
    converted.declaredDouble = value.declaredDouble;
    converted.where = value.where;
    return converted;
  }
  if (dtypeOf(value.type) != dtype) {
    auto converted = builder.convertNumber(value.operand, dtype);
    if (!converted)
      return fail(converted.error(), location);
    if (converted->literal || converted->value != value.operand.value) {
      value = Value::runtime(converted->value, type);
      value.operand.literal = std::move(converted->literal);
    }
  }
  value.type = type;
  return value;
}

graph::Attributes NumberLowering::castAttributes(DType to) {
  graph::Attributes attributes;
  attributes.push_back(graph::attr("to", static_cast<int64_t>(to)));
  return attributes;
}

} // namespace onnxc::lower
