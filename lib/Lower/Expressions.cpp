//===- Expressions.cpp - Expressions, objects, casts ------------------------------===//
#include "FunctionLowering.h"
#include "Module.h"
#include "clang/AST/ExprCXX.h"

namespace onnxc::lower {

namespace {
constexpr unsigned maxDepth = 8'000;
}

Value FunctionLowering::eval(const clang::Expr *expr) {
  if (depth >= maxDepth) {
    report(expr->getBeginLoc(), DiagId::TooDeep);
    return Value::poison();
  }
  ++depth;
  Value value = evalUncounted(expr);
  --depth;
  if (value.is(Value::Kind::Reference) && !expr->getType()->isPointerType())
    return store.load(value.object);
  return value;
}

Value FunctionLowering::evalUncounted(const clang::Expr *expr) {
  using clang::Stmt;
  switch (expr->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::CXXNoexceptExprClass:
    if (auto value = evalConstant(expr))
      return *value;
    break;
  case Stmt::StringLiteralClass: {
    const auto *literal = llvm::cast<clang::StringLiteral>(expr);
    if (literal->isOrdinary() || literal->isUTF8())
      return Value::textOf(literal->getString().str());
    break;
  }
  case Stmt::PredefinedExprClass:
    return Value::textOf(llvm::cast<clang::PredefinedExpr>(expr)->getFunctionName()->getString().str());
  case Stmt::ParenExprClass:
    return eval(llvm::cast<clang::ParenExpr>(expr)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return eval(llvm::cast<clang::ExprWithCleanups>(expr)->getSubExpr());
  case Stmt::ConstantExprClass:
    return eval(llvm::cast<clang::ConstantExpr>(expr)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return eval(llvm::cast<clang::MaterializeTemporaryExpr>(expr)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return eval(llvm::cast<clang::CXXBindTemporaryExpr>(expr)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return eval(llvm::cast<clang::SubstNonTypeTemplateParmExpr>(expr)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return eval(llvm::cast<clang::CXXDefaultArgExpr>(expr)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return eval(llvm::cast<clang::CXXDefaultInitExpr>(expr)->getExpr());
  case Stmt::CXXStdInitializerListExprClass:
    return eval(llvm::cast<clang::CXXStdInitializerListExpr>(expr)->getSubExpr());
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return eval(llvm::cast<clang::CXXRewrittenBinaryOperator>(expr)->getSemanticForm());
  case Stmt::OpaqueValueExprClass:
    if (const clang::Expr *source = llvm::cast<clang::OpaqueValueExpr>(expr)->getSourceExpr())
      return eval(source);
    break;
  case Stmt::ArrayInitLoopExprClass:
    return eval(llvm::cast<clang::ArrayInitLoopExpr>(expr)->getCommonExpr());
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass: {
    clang::QualType type = expr->getType();
    if (type->isArithmeticType() || type->isEnumeralType())
      return knownInt(0, type);
    return defaultValue(type);
  }
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return Value(Value::Kind::Absent);
  case Stmt::DeclRefExprClass:
    return evalDeclRef(llvm::cast<clang::DeclRefExpr>(expr));
  case Stmt::UnaryOperatorClass:
    return evalUnary(llvm::cast<clang::UnaryOperator>(expr));
  case Stmt::BinaryOperatorClass:
    return evalBinary(llvm::cast<clang::BinaryOperator>(expr));
  case Stmt::CompoundAssignOperatorClass:
    return evalCompound(llvm::cast<clang::CompoundAssignOperator>(expr));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return evalConditional(llvm::cast<clang::AbstractConditionalOperator>(expr));
  case Stmt::InitListExprClass:
    return evalInitList(llvm::cast<clang::InitListExpr>(expr));
  case Stmt::CXXParenListInitExprClass: {
    Value list(Value::Kind::Aggregate);
    for (const clang::Expr *init : llvm::cast<clang::CXXParenListInitExpr>(expr)->getInitExprs())
      list.elements.push_back(eval(init));
    return list;
  }
  case Stmt::LambdaExprClass:
    return evalLambda(llvm::cast<clang::LambdaExpr>(expr));
  case Stmt::CXXThisExprClass:
    if (frame->capturedThis && frame->thisObject && frame->thisObject->aggregate) {
      Object *slot = frame->thisObject->children[*fieldIndex(frame->capturedThis)];
      return slot->leaf.is(Value::Kind::Reference) ? slot->leaf : Value::reference(slot);
    }
    if (frame->thisObject)
      return Value::reference(frame->thisObject);
    return fail(expr->getBeginLoc(), DiagId::RuntimeThis);
  case Stmt::MemberExprClass: {
    if (auto constant = evalConstant(expr))
      return *constant;
    Object *object = refMember(llvm::cast<clang::MemberExpr>(expr));
    return object ? load(object, expr) : Value::poison();
  }
  case Stmt::ArraySubscriptExprClass: {
    Object *object = ref(expr);
    return object ? load(object, expr) : Value::poison();
  }
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return evalConstruct(llvm::cast<clang::CXXConstructExpr>(expr));
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return evalCall(llvm::cast<clang::CallExpr>(expr));
  case Stmt::CXXNewExprClass:
  case Stmt::CXXDeleteExprClass:
    report(expr->getBeginLoc(), DiagId::ExpressionRefused) << "new";
    return Value::poison();
  case Stmt::CXXThrowExprClass:
    report(expr->getBeginLoc(), DiagId::StatementRefused) << "'throw'";
    return Value::poison();
  default:
    break;
  }
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
    return evalCast(cast);
  if (auto value = evalConstant(expr))
    return *value;
  report(expr->getBeginLoc(), DiagId::ExpressionRefused) << expr->getStmtClassName() << expr->getSourceRange();
  return Value::poison();
}

Value FunctionLowering::read(Value value, const std::string &name, Location location) {
  if (!value.maybeUnset && !value.is(Value::Kind::Unset))
    return value;
  bool onSomePath = value.maybeUnset;
  Diag &diag = report(location, DiagId::UnsetVariable);
  diag << (name.empty() ? "this value" : "'" + name + "'") << (onSomePath ? "not set on every path" : "not set");
  if (value.where.isValid() && value.where != location)
    diag.note(value.where, DiagId::NoteUnsetHere);
  return Value::poison();
}

Value FunctionLowering::load(Object *object, const clang::Expr *expr) {
  Value value = store.load(object);
  if (object->aggregate)
    return value;
  if (value.is(Value::Kind::Unset) && object->type.isNull() && !value.maybeUnset && object->name.empty())
    return value;
  if (value.maybeUnset || value.is(Value::Kind::Unset)) {
    Diag *diag = nullptr;
    bool some = value.maybeUnset;
    std::string name = object->name.empty() ? "this value" : "'" + object->name + "'";
    diag = &report(expr->getBeginLoc(), DiagId::UnsetVariable);
    *diag << name << (some ? "not set on every path" : "not set") << expr->getSourceRange();
    if (object->declared.isValid())
      diag->note(object->declared, DiagId::NoteDeclaredThere) << name;
    store.assign(object, Value::poison());
    return Value::poison();
  }
  if (object->declaredDouble)
    value.declaredDouble = true;
  if (optionalParams.size() && value.is(Value::Kind::Absent))
    return value;
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

Value FunctionLowering::evalDeclRef(const clang::DeclRefExpr *expr) {
  const clang::ValueDecl *decl = expr->getDecl();
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    Value value(Value::Kind::Function);
    value.function = function;
    return value;
  }
  if (llvm::isa<clang::EnumConstantDecl>(decl))
    if (auto value = evalConstant(expr))
      return *value;
  Object *object = lookup(decl, expr);
  return object ? load(object, expr) : Value::poison();
}

std::optional<unsigned> FunctionLowering::fieldIndex(const clang::FieldDecl *field) {
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
  return (record ? record->getNumBases() : 0) + field->getFieldIndex();
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
      report(expr->getMemberLoc(), DiagId::UnknownMember) << field;
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
    if (unary->isPrefix() && unary->isIncrementDecrementOp()) {
      eval(unary);
      return ref(unary->getSubExpr());
    }
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
    if (binary->getOpcode() == clang::BO_Assign) {
      eval(binary);
      return ref(binary->getLHS());
    }
    if (binary->getOpcode() == clang::BO_Comma) {
      exec(binary->getLHS());
      return ref(binary->getRHS());
    }
    break;
  }
  case Stmt::CompoundAssignOperatorClass:
    eval(expr);
    return ref(llvm::cast<clang::CompoundAssignOperator>(expr)->getLHS());
  case Stmt::ConditionalOperatorClass: {
    const auto *conditional = llvm::cast<clang::ConditionalOperator>(expr);
    Value condition = evalCondition(conditional->getCond());
    if (condition.isPoison())
      return nullptr;
    if (condition.isKnownNumber())
      return ref(condition.isTrue() ? conditional->getTrueExpr() : conditional->getFalseExpr());
    break;
  }
  case Stmt::ImplicitCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass: {
    const auto *cast = llvm::cast<clang::CastExpr>(expr);
    switch (cast->getCastKind()) {
    case clang::CK_NoOp:
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
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

/// The element of an array, vector ... by a known index.
Object *FunctionLowering::elementAt(Object *base, const Value &index, const clang::Expr *expr) {
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

static bool keepsAttribute(const Value &value, clang::QualType type, clang::ASTContext &ctx) {
  clang::QualType from = value.type;
  if (from->isIntegralOrEnumerationType() && type->isIntegralOrEnumerationType())
    return type->isBooleanType() ? from->isBooleanType() : ctx.getTypeSize(type) >= ctx.getTypeSize(from);
  return from->isRealFloatingType() && type->isRealFloatingType();
}

Value FunctionLowering::evalCast(const clang::CastExpr *expr) {
  const clang::Expr *sub = expr->getSubExpr();
  switch (expr->getCastKind()) {
  case clang::CK_LValueToRValue: {
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(sub->IgnoreParens()))
      return evalDeclRef(reference);
    if (auto constant =
            llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr>(sub) ? evalConstant(expr) : std::nullopt)
      return *constant;
    Object *object = ref(sub);
    return object ? load(object, sub) : Value::poison();
  }
  case clang::CK_ArrayToPointerDecay: {
    if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(sub->IgnoreParens()))
      return eval(sub->IgnoreParens());
    Object *object = ref(sub);
    return object ? Value::reference(object) : Value::poison();
  }
  case clang::CK_NoOp:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_FunctionToPointerDecay:
    return eval(sub);
  case clang::CK_ToVoid:
    exec(sub);
    return Value(Value::Kind::Void);
  case clang::CK_NullToPointer:
    return Value(Value::Kind::Absent);
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_FloatingCast:
  case clang::CK_BooleanToSignedIntegral: {
    Value value = eval(sub);
    if (value.is(Value::Kind::Attribute) && keepsAttribute(value, expr->getType(), ctx)) {
      value.type = expr->getType().getUnqualifiedType();
      return value;
    }
    return convertNumber(std::move(value), expr->getType(), expr->getBeginLoc());
  }
  case clang::CK_PointerToBoolean: {
    Value value = eval(sub);
    return value.isPoison() ? value : knownBool(!value.is(Value::Kind::Absent));
  }
  default:
    break;
  }
  if (auto value = evalConstant(expr))
    return *value;
  report(expr->getBeginLoc(), DiagId::CastRefused) << expr->getCastKindName() << expr->getSourceRange();
  return Value::poison();
}

/// A condition: a known or run-time bool of rank 0 (or unknown rank).
Value FunctionLowering::evalCondition(const clang::Expr *expr) {
  Value value = eval(expr);
  Location location = expr->getBeginLoc();
  if (value.is(Value::Kind::Attribute))
    value = runtimeOf(value, location);
  if (value.isPoison())
    return value;
  if (value.is(Value::Kind::Number))
    return convertNumber(std::move(value), ctx.BoolTy, location);
  return tensorAsBool(toTensor(std::move(value), location), location);
}

/// A tensor of one element as a C++ bool.
Value FunctionLowering::tensorAsBool(const Value &value, Location location) {
  if (value.isPoison())
    return value;
  if (value.operand.literal && value.operand.literal->isScalar()) {
    const graph::Number &number = value.operand.literal->data[0];
    bool truth = std::visit(
        [](const auto &n) {
          if constexpr (std::is_same_v<std::decay_t<decltype(n)>, std::string>)
            return !n.empty();
          else
            return n != 0;
        },
        number);
    return knownBool(truth);
  }
  builder.location = location.getRawEncoding();
  graph::Type type = builder.typeOf(value.operand);
  if (!type.isTensor()) {
    report(location, DiagId::ConditionType) << graph::toString(type);
    return Value::poison();
  }
  auto node = builder.materialise(value.operand);
  if (!node)
    return fail(node.error(), location);
  if (type.shape && type.rank() > 0) {
    for (const graph::Dim &dim : *type.shape)
      if (dim.isKnown() && dim.value != 1) {
        report(location, DiagId::ConditionShape) << graph::toString(type);
        return Value::poison();
      }
    onnx::TensorProto shape;
    shape.set_data_type(onnx::TensorProto::INT64);
    shape.add_dims(0);
    auto scalar = builder.op("Reshape", {graph::Operand(*node), graph::Operand(builder.constant(std::move(shape)))});
    if (!scalar)
      return fail(scalar.error(), location);
    node = *scalar;
  }
  if (type.elem.dtype != DType::BOOL) {
    auto converted = builder.cast(graph::Operand(*node), DType::BOOL);
    if (!converted)
      return fail(converted.error(), location);
    node = converted->value;
  }
  return Value::runtime(*node, ctx.BoolTy);
}

Value FunctionLowering::evalConditional(const clang::AbstractConditionalOperator *expr) {
  Value condition = evalCondition(expr->getCond());
  if (condition.isPoison())
    return condition;
  if (condition.isKnownNumber())
    return eval(condition.isTrue() ? expr->getTrueExpr() : expr->getFalseExpr());
  Object *result = temporary(Value(), expr->getType());
  result->isResult = true;
  auto side = [&](const clang::Expr *sub) {
    Value value = eval(sub);
    if (value.is(Value::Kind::Attribute) && value.type->isArithmeticType())
      value = runtimeOf(value, sub->getBeginLoc());
    value.where = sub->getBeginLoc();
    store.assign(result, std::move(value));
  };
  branch(
      condition, expr->getQuestionLoc(), [&] { side(expr->getTrueExpr()); }, [&] { side(expr->getFalseExpr()); },
      nullptr, true);
  return store.load(result);
}

/// Operators that neither fail nor cost much: both sides of && may then be computed.
static bool isHarmless(const graph::Graph &graph) {
  static const std::set<std::string> harmless = {
      "Add",      "Sub", "Mul", "Less",  "LessOrEqual", "Greater",  "GreaterOrEqual",
      "Equal",    "Not", "And", "Or",    "Xor",         "Constant", "Cast",
      "CastLike", "Neg", "Abs", "Shape", "Size",        "Identity", "Squeeze",
      "Min",      "Max"};
  for (const auto &node : graph.nodes)
    if (!node->domain.empty() || !harmless.count(node->opType))
      return false;
  return true;
}

Value FunctionLowering::evalLogical(const clang::BinaryOperator *expr) {
  bool isAnd = expr->getOpcode() == clang::BO_LAnd;
  Value left = evalCondition(expr->getLHS());
  if (left.isPoison())
    return left;
  if (left.isKnownNumber())
    return left.isTrue() == isAnd ? evalCondition(expr->getRHS()) : knownBool(!isAnd);
  // Look at the right side first: may it be computed always?
  size_t mark = diags.mark();
  auto scratch = builder.newSubgraph();
  store.begin();
  Value right;
  {
    graph::Builder::Insert insert(builder, *scratch);
    right = evalCondition(expr->getRHS());
  }
  bool pure = store.rollback().empty();
  if (right.isPoison())
    return right;
  diags.takeBack(mark);
  if (pure && isHarmless(*scratch)) {
    right = evalCondition(expr->getRHS());
    if (right.isKnownNumber())
      return right.isTrue() == isAnd ? left : right;
    auto node = builder.op(isAnd ? "And" : "Or", {left.operand, right.operand});
    return node ? Value::runtime(*node, ctx.BoolTy) : fail(node.error(), expr->getOperatorLoc());
  }
  Object *result = temporary(Value(), ctx.BoolTy);
  result->isResult = true;
  auto evaluate = [&] { store.assign(result, evalCondition(expr->getRHS())); };
  auto skip = [&] { store.assign(result, knownBool(!isAnd)); };
  if (isAnd)
    branch(left, expr->getOperatorLoc(), evaluate, skip);
  else
    branch(left, expr->getOperatorLoc(), skip, evaluate);
  return store.load(result);
}

/// What a variable holds before it is set.
Value FunctionLowering::defaultValue(clang::QualType type) {
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

unsigned FunctionLowering::arraySize(clang::QualType type) {
  const auto *spec = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!spec || spec->getTemplateArgs().size() < 2 ||
      spec->getTemplateArgs()[1].getKind() != clang::TemplateArgument::Integral)
    return 0;
  return static_cast<unsigned>(spec->getTemplateArgs()[1].getAsIntegral().getZExtValue());
}

Value FunctionLowering::evalInitList(const clang::InitListExpr *expr) {
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
  for (const clang::Expr *init : expr->inits()) {
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

Value FunctionLowering::evalLambda(const clang::LambdaExpr *expr) {
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
      closure.elements.push_back(object ? store.load(object) : eval(source));
    }
  }
  return closure;
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
