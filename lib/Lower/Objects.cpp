//===- Objects.cpp - The objects that glvalues name, reading and writing them ---------------===//
#include "ExprLowering.h"
#include "clang/AST/StmtVisitor.h"

namespace onnxc::lower {

Value ExprLowering::load(Object *object, const clang::Expr *expr) {
  Value value = contentsOf(object);
  if (object->aggregate)
    return value;
  bool isTemporary = object->type.isNull() && object->name.empty();
  if (value.is(Value::Kind::Unset) && !value.maybeUnset && isTemporary)
    return value;
  value = read(std::move(value), object->name, expr->getBeginLoc());
  if (value.isPoison() && !object->leaf.isPoison()) {
    Diag &diag = diags.last();
    diag << expr->getSourceRange();
    if (object->declared.isValid())
      diag.note(object->declared, DiagId::NoteDeclaredThere) << quoted(object->name);
    write(object, Value::poison()); // one error is enough
  }
  value.declaredDouble |= object->declaredDouble;
  return value;
}

Object *ExprLowering::lookup(const clang::ValueDecl *decl, const clang::Expr *expr) {
  if (Object *object = frame->locals.lookup(decl))
    return object;
  if (const clang::FieldDecl *field = frame->captures.lookup(decl)) {
    if (!frame->thisObject || !frame->thisObject->aggregate || *fieldIndex(field) >= frame->thisObject->children.size())
      return nullptr; // an error has been reported for the closure
    Object *slot = frame->thisObject->children[*fieldIndex(field)];
    return slot->leaf.is(Value::Kind::Reference) && !slot->aggregate ? slot->leaf.object : slot;
  }
  const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
  if (var) {
    if (auto constant = globalConstant(var)) {
      Object *object = store.create(var->getType(), "", std::move(*constant), var->getLocation());
      object->declaredDouble = var->getType()->isSpecificBuiltinType(clang::BuiltinType::Double) &&
                               var->getTypeSourceInfo() && !var->getTypeSourceInfo()->getType()->getContainedAutoType();
      return object;
    }
    if (var->hasGlobalStorage()) {
      report(expr->getBeginLoc(), DiagId::MutableGlobal) << var << expr->getSourceRange();
      return nullptr;
    }
  }
  if (const auto *object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(decl))
    return temporary(constantValue(object->getValue(), object->getType()), object->getType());
  report(expr->getBeginLoc(), DiagId::NotVisible) << decl << expr->getSourceRange();
  return nullptr;
}

std::optional<unsigned> ExprLowering::fieldIndex(const clang::FieldDecl *field) {
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
  // libstdc++'s pair has a base, of which our pairs know nothing.
  bool hasBases = record && unit.types().classify(ctx.getRecordType(record)) != TypeClass::StdPair;
  return (hasBases ? record->getNumBases() : 0) + field->getFieldIndex();
}

/// The part of a struct that is the base class to which it is converted.
Object *ExprLowering::baseObject(Object *object, const clang::CastExpr *cast) {
  clang::QualType type = cast->getSubExpr()->getType();
  type = type->isPointerType() ? type->getPointeeType() : type;
  for (const clang::CXXBaseSpecifier *step : cast->path()) {
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (!object->aggregate || unit.types().classify(type) != TypeClass::Record)
      return object;
    type = step->getType();
    size_t index = 0;
    for (const clang::CXXBaseSpecifier &base : record->bases()) {
      if (ctx.hasSameUnqualifiedType(base.getType(), type))
        break;
      ++index;
    }
    if (index < object->children.size())
      object = object->children[index];
  }
  return object;
}

Object *ExprLowering::refMember(const clang::MemberExpr *expr) {
  const clang::Expr *base = expr->getBase();
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(expr->getMemberDecl());
  if (!field) {
    if (auto constant = evalConstant(expr))
      return temporary(std::move(*constant), expr->getType());
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(expr->getMemberDecl()))
      return lookup(var, expr);
    report(expr->getBeginLoc(), DiagId::ExpressionRefused) << "this member";
    return nullptr;
  }
  Object *object;
  if (expr->isArrow()) {
    Value pointer = eval(base);
    if (!pointer.is(Value::Kind::Reference)) {
      if (!pointer.isPoison())
        report(expr->getBeginLoc(), DiagId::ExpressionRefused) << "a pointer";
      return nullptr;
    }
    object = pointer.object;
  } else {
    object = ref(base);
  }
  if (!object)
    return nullptr;
  if (!object->aggregate && object->leaf.is(Value::Kind::Reference))
    object = object->leaf.object;
  unsigned index = *fieldIndex(field);
  if (!object->aggregate || index >= object->children.size()) {
    if (!object->leaf.isPoison())
      internal(expr->getMemberLoc(), "the object of member '" + field->getNameAsString() + "' is not known");
    return nullptr;
  }
  Object *member = object->children[index];
  if (!member->aggregate && member->leaf.is(Value::Kind::Reference) && field->getType()->isReferenceType())
    return member->leaf.object;
  if (member->name.empty() || member->name == object->name)
    member->name = object->name.empty() ? field->getNameAsString() : object->name + "." + field->getNameAsString();
  if (member->type.isNull())
    member->type = field->getType();
  return member;
}

/// The object that a glvalue names, by its class. What is not listed is a value, which a temporary holds.
class ExprLowering::ObjectVisitor : public clang::ConstStmtVisitor<ObjectVisitor, Object *> {
public:
  explicit ObjectVisitor(ExprLowering &lowering) : lowering(lowering) {}

  // What wraps another expression.
  Object *VisitParenExpr(const clang::ParenExpr *expr) { return lowering.ref(expr->getSubExpr()); }
  Object *VisitFullExpr(const clang::FullExpr *expr) { return lowering.ref(expr->getSubExpr()); }
  Object *VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr *expr) {
    return lowering.ref(expr->getReplacement());
  }
  Object *VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *expr) { return lowering.ref(expr->getExpr()); }
  Object *VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *expr) { return lowering.ref(expr->getExpr()); }
  Object *VisitOpaqueValueExpr(const clang::OpaqueValueExpr *expr) {
    return expr->getSourceExpr() ? lowering.ref(expr->getSourceExpr()) : VisitExpr(expr);
  }

  Object *VisitDeclRefExpr(const clang::DeclRefExpr *expr) {
    bool isValue = llvm::isa<clang::FunctionDecl, clang::EnumConstantDecl>(expr->getDecl());
    return isValue ? VisitExpr(expr) : lowering.lookup(expr->getDecl(), expr);
  }
  Object *VisitMemberExpr(const clang::MemberExpr *expr) { return lowering.refMember(expr); }
  Object *VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *expr) {
    Object *base = lowering.ref(expr->getBase()->IgnoreParenImpCasts());
    Value index = lowering.eval(expr->getIdx());
    if (!base || index.isPoison())
      return nullptr;
    if (!base->aggregate && base->leaf.is(Value::Kind::Reference))
      base = base->leaf.object;
    return lowering.elementAt(base, index, expr);
  }

  Object *VisitUnaryPreInc(const clang::UnaryOperator *expr) { return lowering.refAssignment(expr); }
  Object *VisitUnaryPreDec(const clang::UnaryOperator *expr) { return lowering.refAssignment(expr); }
  Object *VisitUnaryDeref(const clang::UnaryOperator *expr) {
    Value pointer = lowering.eval(expr->getSubExpr());
    if (pointer.is(Value::Kind::Reference))
      return pointer.object;
    if (!pointer.isPoison())
      lowering.report(expr->getBeginLoc(), DiagId::ExpressionRefused) << "a pointer";
    return nullptr;
  }
  Object *VisitBinAssign(const clang::BinaryOperator *expr) { return lowering.refAssignment(expr); }
  Object *VisitCompoundAssignOperator(const clang::CompoundAssignOperator *expr) {
    return lowering.refAssignment(expr);
  }
  Object *VisitBinComma(const clang::BinaryOperator *expr) {
    lowering.exec(expr->getLHS());
    return lowering.ref(expr->getRHS());
  }
  Object *VisitConditionalOperator(const clang::ConditionalOperator *expr) { return lowering.refConditional(expr); }

  Object *VisitCastExpr(const clang::CastExpr *expr) {
    const clang::Expr *sub = expr->getSubExpr();
    switch (expr->getCastKind()) {
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase: {
      Object *object = lowering.ref(sub);
      return object ? lowering.baseObject(object, expr) : nullptr;
    }
    case clang::CK_NoOp:
      if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(sub->IgnoreParens()))
        return lowering.refConditional(choice, expr->getType().isConstQualified());
      return lowering.ref(sub);
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_LValueToRValue:
      return lowering.ref(sub);
    default:
      return VisitExpr(expr);
    }
  }

  Object *VisitCallExpr(const clang::CallExpr *expr) { return named(lowering.evalCall(expr), expr); }
  Object *VisitExpr(const clang::Expr *expr) { return named(lowering.eval(expr), expr); }

private:
  Object *named(Value value, const clang::Expr *expr) {
    if (value.is(Value::Kind::Reference) && !expr->getType()->isPointerType())
      return value.object;
    return lowering.temporary(std::move(value), expr->getType());
  }

  ExprLowering &lowering;
};

Object *ExprLowering::ref(const clang::Expr *expr) { return ObjectVisitor(*this).Visit(expr); }

/// The element of an array, vector ...
Object *ExprLowering::elementAt(Object *base, const Value &position, const clang::Expr *expr) {
  Value index = position.is(Value::Kind::Attribute) ? runtimeOf(position, expr->getBeginLoc()) : position;
  if (index.isPoison())
    return nullptr;
  if (index.isRuntimeNumber() && base->aggregate && !base->children.empty())
    return runtimeElement(base, index, expr);
  if (!index.isKnownNumber() || !index.constant.isInt()) {
    report(expr->getBeginLoc(), DiagId::RuntimeArrayIndex) << expr->getSourceRange();
    return nullptr;
  }
  if (!base->aggregate) {
    if (base->leaf.is(Value::Kind::Text) && index.constant.getInt().ult(base->leaf.text.size()))
      return temporary(knownInt(base->leaf.text[index.constant.getInt().getZExtValue()], ctx.CharTy), ctx.CharTy);
    if (!base->leaf.isPoison())
      report(expr->getBeginLoc(), DiagId::RuntimeArrayIndex) << expr->getSourceRange();
    return nullptr;
  }
  const llvm::APSInt &number = index.constant.getInt();
  if (number.isNegative() || number.uge(base->children.size())) {
    report(expr->getBeginLoc(), DiagId::ArrayIndexRange)
        << llvm::toString(number, 10) << std::to_string(base->children.size()) << expr->getSourceRange();
    return nullptr;
  }
  Object *element = base->children[number.getZExtValue()];
  return !element->aggregate && element->leaf.is(Value::Kind::Reference) ? element->leaf.object : element;
}

/// Assignment of a whole object, with the conversions that its type asks for.
void ExprLowering::assignTo(Object *object, Value value, clang::QualType type, Location location) {
  if (!value.isPoison() && !type.isNull())
    value = convertTo(std::move(value), type, location);
  value.where = location;
  if (value.is(Value::Kind::Tensor) && value.operand.value && value.operand.value->hint.empty())
    value.operand.value->hint = object->name;
  write(object, std::move(value));
}

} // namespace onnxc::lower
