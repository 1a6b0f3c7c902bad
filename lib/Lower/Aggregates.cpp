//===- Aggregates.cpp - Structs, arrays, initialiser lists, closures ------------------------===//
#include "ExprLowering.h"

namespace onnxc::lower {

/// What a variable holds before it is set.
Value ExprLowering::defaultValue(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const clang::ConstantArrayType *array = ctx.getAsConstantArrayType(type)) {
    if (array->getSize().ugt(1 << 20))
      return Value();
    return Value::aggregate(std::vector<Value>(array->getSize().getZExtValue(), defaultValue(array->getElementType())));
  }
  switch (unit.types().classify(type)) {
  case TypeClass::Record: {
    const auto *record = type->getAsCXXRecordDecl();
    Value value(Value::Kind::Aggregate);
    if (!record || !record->hasDefinition())
      return value;
    for (const clang::CXXBaseSpecifier &base : record->bases())
      value.elements.push_back(defaultValue(base.getType()));
    for (const clang::FieldDecl *field : record->fields())
      value.elements.push_back(defaultValue(field->getType()));
    return value;
  }
  case TypeClass::StdPair:
  case TypeClass::StdTuple: {
    Value value(Value::Kind::Aggregate);
    for (unsigned i = 0;; ++i) {
      clang::QualType element = unit.types().templateArgument(type, i);
      if (element.isNull())
        return value;
      value.elements.push_back(defaultValue(element));
    }
  }
  case TypeClass::StdArray: {
    auto size = arraySize(type);
    return Value::aggregate(std::vector<Value>(size, defaultValue(unit.types().templateArgument(type, 0))));
  }
  case TypeClass::StdVector:
  case TypeClass::StdSpan:
  case TypeClass::StdInitializerList:
    return Value::aggregate({});
  case TypeClass::StdString:
  case TypeClass::StringView:
    return Value::textOf("");
  case TypeClass::StdOptional:
    return Value(Value::Kind::Absent);
  default:
    return Value();
  }
}

unsigned ExprLowering::arraySize(clang::QualType type) {
  const auto *spec = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!spec || spec->getTemplateArgs().size() < 2 ||
      spec->getTemplateArgs()[1].getKind() != clang::TemplateArgument::Integral)
    return 0;
  return static_cast<unsigned>(spec->getTemplateArgs()[1].getAsIntegral().getZExtValue());
}

Value ExprLowering::evalInitList(const clang::InitListExpr *expr) {
  if (!expr->isSemanticForm() && expr->getSemanticForm())
    expr = expr->getSemanticForm();
  clang::QualType type = expr->getType();
  if (expr->isTransparent() && expr->getNumInits() == 1)
    return eval(expr->getInit(0));
  if (type->isArithmeticType() || type->isEnumeralType() || type->isPointerType())
    return expr->getNumInits() ? eval(expr->getInit(0)) : knownInt(0, type);
  if (expr->isStringLiteralInit())
    return eval(expr->getInit(0));
  TypeClass cls = unit.types().classify(type);
  if (cls == TypeClass::StdArray) {
    Value value = expr->getNumInits() ? eval(expr->getInit(0)) : defaultValue(type);
    return value;
  }
  Value value(Value::Kind::Aggregate);
  const auto *record = cls == TypeClass::Record ? type->getAsCXXRecordDecl() : nullptr;
  auto field = record ? record->field_begin() : clang::RecordDecl::field_iterator();
  unsigned bases = record ? record->getNumBases() : 0;
  for (const clang::Expr *init : expr->inits()) {
    bool isBase = value.elements.size() < bases;
    if (record && !isBase && field != record->field_end() && (field++)->getType()->isReferenceType()) {
      Object *object = ref(init);
      value.elements.push_back(object ? Value::reference(object) : Value::poison());
      continue;
    }
    Value element = eval(init);
    element.where = init->getBeginLoc();
    value.elements.push_back(std::move(element));
  }
  if (const clang::ConstantArrayType *array = ctx.getAsConstantArrayType(type)) {
    size_t size = array->getSize().getZExtValue();
    while (value.elements.size() < size && size < (1 << 24))
      value.elements.push_back(expr->getArrayFiller() ? eval(expr->getArrayFiller())
                                                      : knownInt(0, array->getElementType()));
  } else if (cls == TypeClass::Record) {
    Value whole = defaultValue(type);
    while (value.elements.size() < whole.elements.size())
      value.elements.push_back(whole.elements[value.elements.size()]);
  }
  return value;
}

Value ExprLowering::evalLambda(const clang::LambdaExpr *expr) {
  Value closure(Value::Kind::Aggregate);
  auto init = expr->capture_init_begin();
  for (const clang::LambdaCapture &capture : expr->captures()) {
    const clang::Expr *source = *init++;
    if (capture.capturesThis()) {
      Value self = frame->thisObject ? eval(source) : fail(capture.getLocation(), DiagId::RuntimeThis);
      closure.elements.push_back(std::move(self));
      continue;
    }
    if (capture.capturesVLAType())
      continue;
    bool byReference = capture.getCaptureKind() == clang::LCK_ByRef;
    if (byReference) {
      Object *object = ref(source);
      closure.elements.push_back(object ? Value::reference(object) : Value::poison());
    } else {
      const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(source->IgnoreParenImpCasts());
      const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(source->IgnoreParenImpCasts());
      if (!reference && construct && construct->getNumArgs() == 1)
        reference = llvm::dyn_cast<clang::DeclRefExpr>(construct->getArg(0)->IgnoreParenImpCasts());
      // A capture alone is no read: an unset variable may be captured by value.
      Object *object = reference && !llvm::isa<clang::FunctionDecl>(reference->getDecl())
                           ? lookup(reference->getDecl(), source)
                           : nullptr;
      closure.elements.push_back(object ? contentsOf(object) : eval(source));
    }
  }
  return closure;
}

} // namespace onnxc::lower
