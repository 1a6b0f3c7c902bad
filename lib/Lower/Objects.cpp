//===- Objects.cpp - The objects that glvalues name, reading and writing them ---------------===//
#include "FunctionLowering.h"

namespace onnxc::lower {

Value FunctionLowering::read(Value value, const std::string &name, Location location) {
  if (!value.maybeUnset && !value.is(Value::Kind::Unset))
    return value;
  bool onSomePath = value.maybeUnset;
  Diag &diag = report(location, DiagId::UnsetVariable);
  diag << quoted(name) << (onSomePath ? "not set on every path" : "not set");
  if (value.where.isValid() && value.where != location && onSomePath)
    diag.note(value.where, DiagId::NoteSetHere);
  return Value::poison();
}

Value FunctionLowering::load(Object *object, const clang::Expr *expr) {
  Value value = store.load(object);
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
    store.assign(object, Value::poison()); // one error is enough
  }
  value.declaredDouble |= object->declaredDouble;
  return value;
}

Object *FunctionLowering::lookup(const clang::ValueDecl *decl, const clang::Expr *expr) {
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

std::optional<unsigned> FunctionLowering::fieldIndex(const clang::FieldDecl *field) {
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
  // libstdc++'s pair has a base, of which our pairs know nothing.
  bool hasBases = record && unit.types().classify(ctx.getRecordType(record)) != TypeClass::StdPair;
  return (hasBases ? record->getNumBases() : 0) + field->getFieldIndex();
}

/// The part of a struct that is the base class to which it is converted.
Object *FunctionLowering::baseObject(Object *object, const clang::CastExpr *cast) {
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

Object *FunctionLowering::refMember(const clang::MemberExpr *expr) {
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

Object *FunctionLowering::ref(const clang::Expr *expr) {
  using clang::Stmt;
  switch (expr->getStmtClass()) {
  case Stmt::ParenExprClass:
    return ref(llvm::cast<clang::ParenExpr>(expr)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return ref(llvm::cast<clang::ExprWithCleanups>(expr)->getSubExpr());
  case Stmt::ConstantExprClass:
    return ref(llvm::cast<clang::ConstantExpr>(expr)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return ref(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(expr)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return ref(llvm::cast<clang::CXXDefaultArgExpr>(expr)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return ref(llvm::cast<clang::CXXDefaultInitExpr>(expr)->getExpr());
  case Stmt::OpaqueValueExprClass:
    if (const clang::Expr *source = llvm::cast<clang::OpaqueValueExpr>(expr)->getSourceExpr())
      return ref(source);
    break;
  case Stmt::DeclRefExprClass: {
    const clang::ValueDecl *decl = llvm::cast<clang::DeclRefExpr>(expr)->getDecl();
    if (llvm::isa<clang::FunctionDecl, clang::EnumConstantDecl>(decl))
      break;
    return lookup(decl, expr);
  }
  case Stmt::MemberExprClass:
    return refMember(llvm::cast<clang::MemberExpr>(expr));
  case Stmt::ArraySubscriptExprClass: {
    const auto *subscript = llvm::cast<clang::ArraySubscriptExpr>(expr);
    Object *base = ref(subscript->getBase()->IgnoreParenImpCasts());
    Value index = eval(subscript->getIdx());
    if (!base || index.isPoison())
      return nullptr;
    if (!base->aggregate && base->leaf.is(Value::Kind::Reference))
      base = base->leaf.object;
    return elementAt(base, index, expr);
  }
  case Stmt::UnaryOperatorClass: {
    const auto *unary = llvm::cast<clang::UnaryOperator>(expr);
    if (unary->isPrefix() && unary->isIncrementDecrementOp())
      return refAssignment(unary);
    if (unary->getOpcode() == clang::UO_Deref) {
      Value pointer = eval(unary->getSubExpr());
      if (pointer.is(Value::Kind::Reference))
        return pointer.object;
      if (!pointer.isPoison())
        report(expr->getBeginLoc(), DiagId::ExpressionRefused) << "a pointer";
      return nullptr;
    }
    break;
  }
  case Stmt::BinaryOperatorClass: {
    const auto *binary = llvm::cast<clang::BinaryOperator>(expr);
    if (binary->getOpcode() == clang::BO_Assign)
      return refAssignment(binary);
    if (binary->getOpcode() == clang::BO_Comma) {
      exec(binary->getLHS());
      return ref(binary->getRHS());
    }
    break;
  }
  case Stmt::CompoundAssignOperatorClass:
    return refAssignment(expr);
  case Stmt::ConditionalOperatorClass:
    return refConditional(llvm::cast<clang::ConditionalOperator>(expr));
  case Stmt::ImplicitCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass: {
    const auto *cast = llvm::cast<clang::CastExpr>(expr);
    switch (cast->getCastKind()) {
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase: {
      Object *object = ref(cast->getSubExpr());
      return object ? baseObject(object, cast) : nullptr;
    }
    case clang::CK_NoOp:
      if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(cast->getSubExpr()->IgnoreParens()))
        return refConditional(choice, cast->getType().isConstQualified());
      return ref(cast->getSubExpr());
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_LValueToRValue:
      return ref(cast->getSubExpr());
    default:
      break;
    }
    break;
  }
  default:
    break;
  }
  Value value = llvm::isa<clang::CallExpr>(expr) ? evalCall(llvm::cast<clang::CallExpr>(expr)) : eval(expr);
  if (value.is(Value::Kind::Reference) && !expr->getType()->isPointerType())
    return value.object;
  return temporary(std::move(value), expr->getType());
}

/// The element of an array, vector ...
Object *FunctionLowering::elementAt(Object *base, const Value &position, const clang::Expr *expr) {
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
void FunctionLowering::assignTo(Object *object, Value value, clang::QualType type, Location location) {
  if (!value.isPoison() && !type.isNull())
    value = convertTo(std::move(value), type, location);
  value.where = location;
  if (value.is(Value::Kind::Tensor) && value.operand.value && value.operand.value->hint.empty())
    value.operand.value->hint = object->name;
  store.assign(object, std::move(value));
}

} // namespace onnxc::lower
