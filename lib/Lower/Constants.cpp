//===- Constants.cpp - Clang's constant evaluator ---------------------------------===//
#include "ExprLowering.h"
#include "Frontend/Annotations.h"
#include "Frontend/ConstantOptional.h"
#include "Frontend/ConstantString.h"
#include "clang/AST/RecordLayout.h"

namespace onnxc::lower {

std::optional<Value> ExprLowering::evalConstant(const clang::Expr *expr) {
  if (expr->isValueDependent() || expr->isTypeDependent())
    return std::nullopt;
  clang::Expr::EvalResult result;
  if (expr->isGLValue()) {
    if (!expr->EvaluateAsLValue(result, ctx, /*InConstantContext=*/true) || result.HasSideEffects)
      return std::nullopt;
    // A glvalue: its value, if that is a constant.
    clang::ImplicitCastExpr load(clang::ImplicitCastExpr::OnStack, expr->getType().getNonReferenceType(),
                                 clang::CK_LValueToRValue, const_cast<clang::Expr *>(expr), clang::VK_PRValue,
                                 clang::FPOptionsOverride());
    if (!expr->getType()->isScalarType() || !load.EvaluateAsRValue(result, ctx, true) || result.HasSideEffects)
      return std::nullopt;
  } else if (!expr->EvaluateAsRValue(result, ctx, /*InConstantContext=*/true) || result.HasSideEffects) {
    return std::nullopt;
  }
  Value value = constantValue(result.Val, expr->getType());
  if (value.isPoison())
    return std::nullopt;
  return value;
}

static std::vector<clang::APValue> elementsOf(const clang::APValue &array) {
  std::vector<clang::APValue> elements;
  for (unsigned i = 0; i != array.getArraySize(); ++i)
    elements.push_back(i < array.getArrayInitializedElts() ? array.getArrayInitializedElt(i) : array.getArrayFiller());
  return elements;
}

/// onnxc::None and onnxc::Ellipsis.
static std::optional<Value> indexConstant(const clang::CXXRecordDecl *record) {
  const auto *ns = llvm::dyn_cast<clang::NamespaceDecl>(record->getDeclContext());
  if (!ns || ns->getName() != "onnxc" || !record->getIdentifier() ||
      (record->getName() != "NoneType" && record->getName() != "EllipsisType"))
    return std::nullopt;
  auto item = std::make_shared<graph::IndexItem>();
  item->kind = record->getName() == "NoneType" ? graph::IndexItem::Kind::None : graph::IndexItem::Kind::Ellipsis;
  Value value(Value::Kind::Item);
  value.item = std::move(item);
  return value;
}

/// A value of the constant evaluator; poison (without a message) for what has no counterpart.
Value ExprLowering::constantValue(const clang::APValue &constant, clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (constant.isInt() || constant.isFloat())
    return type->isPointerType() ? Value::poison() : Value::known(constant, type);
  if (auto text = frontend::constantString(constant, type, ctx))
    return Value::textOf(*text);
  if (constant.isArray()) {
    Value value(Value::Kind::Aggregate);
    clang::QualType element = ctx.getAsArrayType(type) ? ctx.getAsArrayType(type)->getElementType() : type;
    for (const clang::APValue &part : elementsOf(constant)) {
      value.elements.push_back(constantValue(part, element));
      if (value.elements.back().isPoison())
        return Value::poison();
    }
    return value;
  }
  if (!constant.isStruct())
    return Value::poison();
  const auto *record = type->getAsCXXRecordDecl();
  if (!record)
    return Value::poison();
  if (unit.types().classify(type) == TypeClass::StdArray && constant.getStructNumFields() == 1)
    return constantValue(constant.getStructField(0), (*record->field_begin())->getType());
  if (unit.types().classify(type) == TypeClass::StdOptional) {
    auto optional = frontend::constantOptional(constant, type);
    return !optional         ? Value::poison()
           : optional->value ? constantValue(*optional->value, unit.types().templateArgument(type, 0))
                             : Value(Value::Kind::Absent);
  }
  if (auto item = indexConstant(record))
    return *item;
  Value value(Value::Kind::Aggregate);
  unsigned index = 0;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    value.elements.push_back(constantValue(constant.getStructBase(index++), base.getType()));
  index = 0;
  for (const clang::FieldDecl *field : record->fields())
    value.elements.push_back(constantValue(constant.getStructField(index++), field->getType()));
  for (const Value &part : value.elements)
    if (part.isPoison())
      return Value::poison();
  return value;
}

std::optional<Value> ExprLowering::globalConstant(const clang::VarDecl *var) {
  const clang::VarDecl *definition = nullptr;
  const clang::Expr *init = var->getAnyInitializer(definition);
  if (!definition)
    definition = var;
  bool isConstant = var->isConstexpr() || definition->isConstexpr() || var->getType().isConstQualified() ||
                    (var->getType()->isReferenceType() && init);
  if (!isConstant || !init || init->isValueDependent())
    return std::nullopt;
  const clang::APValue *evaluated = definition->evaluateValue();
  if (!evaluated)
    return std::nullopt;
  clang::QualType type = var->getType().getNonReferenceType();
  Value value = constantValue(*evaluated, type);
  if (value.isPoison())
    return std::nullopt;
  return value;
}

} // namespace onnxc::lower
