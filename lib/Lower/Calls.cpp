//===- Calls.cpp - Calls: operators, scripted functions, inlined functions -----------===//
#include "CallLowering.h"
#include "Module.h"
#include "clang/AST/DeclTemplate.h"

namespace onnxc::lower {

using frontend::Annotation;
using frontend::ParamKind;

static bool inNamespace(const clang::Decl *decl, llvm::StringRef name) {
  const clang::DeclContext *context = decl->getDeclContext();
  while (context && !context->isTranslationUnit()) {
    if (const auto *ns = llvm::dyn_cast<clang::NamespaceDecl>(context))
      if (ns->getName() == name && ns->getParent()->isTranslationUnit())
        return true;
    context = context->getParent();
  }
  return false;
}

/// A call through a pointer to a function.
Value CallLowering::indirectCall(const clang::CallExpr *expr) {
  Value function = eval(expr->getCallee());
  if (function.is(Value::Kind::Function))
    return callFunction(function.function, nullptr, {expr->getArgs(), expr->getNumArgs()}, expr);
  if (!function.isPoison())
    report(expr->getBeginLoc(), DiagId::IndirectCall) << expr->getSourceRange();
  return Value::poison();
}

/// An operator of namespace onnxc.
std::optional<Value> CallLowering::operatorCall(const clang::CXXOperatorCallExpr *expr) {
  if (!inNamespace(expr->getDirectCallee(), "onnxc") || expr->getOperator() == clang::OO_Call)
    return std::nullopt;
  TypeClass first = unit.types().classify(expr->getArg(0)->getType());
  if (expr->getOperator() == clang::OO_Subscript && first == TypeClass::OnnxcOther) { // a container
    Object *base = ref(expr->getArg(0));
    Value index = eval(expr->getArg(1));
    if (!base || index.isPoison())
      return Value::poison();
    Object *element = elementAt(base, index, expr);
    return element ? Value::reference(element) : Value::poison();
  }
  bool assignsOther = expr->getOperator() == clang::OO_Equal && first != TypeClass::Tensor;
  return assignsOther ? std::nullopt : std::optional(evalTensorOperator(expr));
}

/// The object on which a member is called; null after an error.
Object *CallLowering::calledObject(const clang::CallExpr *expr) {
  if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr)) {
    const clang::Expr *base = member->getImplicitObjectArgument();
    if (!base->getType()->isPointerType())
      return ref(base);
    Value pointer = eval(base);
    return pointer.is(Value::Kind::Reference) ? pointer.object : nullptr;
  }
  Object *object = ref(expr->getArg(0));
  if (object && !object->aggregate && object->leaf.is(Value::Kind::Reference))
    object = object->leaf.object;
  bool isPoison = object && !object->aggregate && object->leaf.isPoison();
  return isPoison ? nullptr : object;
}

/// A function or member of onnxc or of C++'s library, which is known by its name.
std::optional<Value> CallLowering::knownCall(const clang::FunctionDecl *callee, Object *object,
                                             llvm::ArrayRef<const clang::Expr *> args, const clang::CallExpr *expr) {
  if (inNamespace(callee, "onnxc")) {
    if (auto value = controlCall(callee, expr))
      return value;
    if (auto value = intrinsic(callee, object, expr))
      return value;
  }
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  bool isCLibrary = callee->isExternC() && !callee->hasBody() &&
                    ctx.getSourceManager().isInSystemHeader(callee->getLocation()); // with 'using' also in std
  if (isCLibrary || inNamespace(callee, "std") || inNamespace(callee, "__gnu_cxx"))
    if (auto value = method && object ? stdMember(method, object, args, expr) : stdCall(callee, expr))
      return value;
  if (!method && (callee->getBuiltinID() || isCLibrary || callee->isInStdNamespace()))
    return libraryCall(callee, args, expr->getBeginLoc());
  return std::nullopt;
}

/// Of a struct, a closure ...
static bool isImplicitAssignment(const clang::CXXMethodDecl *method) {
  return (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) && !method->isUserProvided();
}

Value CallLowering::evalCall(const clang::CallExpr *expr) {
  builder.location = expr->getExprLoc().getRawEncoding();
  const clang::FunctionDecl *callee = expr->getDirectCallee();
  if (!callee)
    return indirectCall(expr);
  if (callee->isUnavailable()) // Clang has said so
    return Value::poison();
  if (callee->getBuiltinID() || (!unit.types().holdsTensors(callee->getReturnType()) && callee->isConstexpr()))
    if (auto constant = evalConstant(expr))
      return *constant;
  if (isRefused(callee, expr))
    return Value::poison();
  const auto *op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
  if (op)
    if (auto value = operatorCall(op))
      return *value;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  llvm::ArrayRef<const clang::Expr *> args(expr->getArgs(), expr->getNumArgs());
  bool isMemberOperator = op && method && !method->isStatic();
  if (isMemberOperator)
    args = args.drop_front();
  Object *object = nullptr;
  if (isMemberOperator || llvm::isa<clang::CXXMemberCallExpr>(expr)) {
    object = calledObject(expr);
    if (!object)
      return Value::poison();
  }
  if (auto value = knownCall(callee, object, args, expr))
    return *value;
  if (object && method && isImplicitAssignment(method)) {
    assignTo(object, eval(args[0]), {}, expr->getExprLoc());
    return Value::reference(object);
  }
  return callFunction(callee, object, args, expr);
}

Value CallLowering::callFunction(const clang::FunctionDecl *callee, Object *thisObject,
                                 llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  if (const Annotation *found = unit.annotations().find(callee)) {
    switch (found->kind) {
    case Annotation::Op:
      if (auto value = callSubgraphOperator(*found, callee, args, call))
        return *value;
      return callOperatorNode(*found, callee, args, call);
    case Annotation::Script:
      return callScript(callee, thisObject, args, call);
    case Annotation::Trace:
      return callInline(callee, thisObject, args, call, true);
    }
  }
  return callInline(callee, thisObject, args, call, frame->unroll);
}

bool CallLowering::checkRecursion(const clang::FunctionDecl *callee, Location location) {
  const clang::FunctionDecl *canonical = callee->getCanonicalDecl();
  for (Frame *f = frame; f; f = f->caller) {
    if (f->decl->getCanonicalDecl() != canonical)
      continue;
    Diag &diag = report(location, DiagId::Recursion);
    diag << callee;
    for (Frame *step = frame; step != f; step = step->caller)
      diag.note(step->callSite, DiagId::NoteCalledHere) << step->decl;
    return false;
  }
  return true;
}

Object *CallLowering::argumentObject(const clang::ParmVarDecl *param, const clang::Expr *arg) {
  clang::QualType type = param->getType();
  if (type->isReferenceType()) {
    if (const auto *defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(arg))
      arg = defaulted->getExpr();
    return ref(arg);
  }
  Value value = eval(arg);
  if (value.where.isInvalid())
    value.where = arg->getBeginLoc();
  return store.create(type, param->getNameAsString(), std::move(value), param->getLocation());
}

Value CallLowering::callInline(const clang::FunctionDecl *callee, Object *thisObject,
                               llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call, bool unroll) {
  const clang::FunctionDecl *definition = callee->getDefinition();
  if (!definition || !definition->getBody()) {
    if (const clang::FunctionDecl *pattern = callee->getTemplateInstantiationPattern();
        !definition && pattern && pattern->getDefinition())
      if (callee->isDefined(definition) && definition->getBody())
        return callInline(definition, thisObject, args, call, unroll);
    report(call->getBeginLoc(), DiagId::UnknownCall) << callee << call->getSourceRange();
    return Value::poison();
  }
  if (definition->isVariadic()) {
    report(call->getBeginLoc(), DiagId::UnknownCall) << callee << call->getSourceRange();
    return Value::poison();
  }
  if (!checkRecursion(definition, call->getBeginLoc()))
    return Value::poison();
  std::vector<Object *> objects;
  for (unsigned i = 0; i < args.size() && i < definition->getNumParams(); ++i) {
    objects.push_back(argumentObject(definition->getParamDecl(i), args[i]));
    if (!objects.back())
      return Value::poison();
  }
  return callBody(definition, thisObject, std::move(objects), call->getBeginLoc(), unroll);
}

/// True when the value holds a reference to a variable that dies with the call.
static bool refersToLocal(const Value &value, const Frame &call) {
  if (value.is(Value::Kind::Reference))
    for (const auto &[decl, object] : call.locals)
      if (object == value.object && !decl->getType()->isReferenceType() && !llvm::isa<clang::BindingDecl>(decl))
        return true;
  for (const Value &element : value.elements)
    if (refersToLocal(element, call))
      return true;
  return false;
}

/// Lowers the body of a function in place.
Value CallLowering::callBody(const clang::FunctionDecl *callee, Object *thisObject, std::vector<Object *> args,
                             Location location, bool unroll) {
  if (depth > 4'000) {
    report(location, DiagId::TooDeep);
    return Value::poison();
  }
  Frame inner;
  inner.decl = callee;
  inner.caller = frame;
  inner.callSite = location;
  inner.thisObject = thisObject;
  inner.unroll = unroll;
  inner.result = store.create(callee->getReturnType(), "", Value());
  inner.result->isResult = true;
  inner.returned = store.create(ctx.BoolTy, "returned", knownBool(false));
  inner.birth = store.now();
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee); method && method->getParent()->isLambda()) {
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> fields;
    clang::FieldDecl *self = nullptr;
    method->getParent()->getCaptureFields(fields, self);
    for (auto &[decl, field] : fields)
      inner.captures[decl] = field;
    inner.capturedThis = self;
  }
  for (unsigned i = 0; i != args.size(); ++i)
    inner.locals[callee->getParamDecl(i)] = args[i];
  uint64_t savedLocation = builder.location;
  frame = &inner;
  depth += 8;
  execSeq(push(callee->getBody(), nullptr));
  depth -= 8;
  Flow end = flow();
  frame = inner.caller;
  builder.location = savedLocation;
  if (callee->getReturnType()->isVoidType())
    return Value(Value::Kind::Void);
  if (end != Flow::Dead) {
    if (!diags.hasErrorsSince(0))
      report(callee->getBody()->getEndLoc(), DiagId::NoReturn) << callee;
    return Value::poison();
  }
  Value result = contentsOf(inner.result);
  if (refersToLocal(result, inner)) {
    report(result.where.isValid() ? result.where : location, DiagId::DanglingReference) << callee;
    return Value::poison();
  }
  return result;
}

/// Calls a lambda, functor or function with values.
Value CallLowering::callObjects(Object *callable, std::vector<Value> args, clang::QualType type, Location location) {
  const clang::FunctionDecl *callee = nullptr;
  Object *self = nullptr;
  if (!callable->aggregate && callable->leaf.is(Value::Kind::Function)) {
    callee = callable->leaf.function;
  } else {
    const auto *record = type->getAsCXXRecordDecl();
    if (record)
      for (const clang::CXXMethodDecl *method : record->methods())
        if (method->getOverloadedOperator() == clang::OO_Call)
          callee = method;
    if (record && !callee && record->isGenericLambda())
      callee = record->getLambdaCallOperator();
    if (callee && record->isGenericLambda()) {
      const clang::FunctionTemplateDecl *pattern = record->getDependentLambdaCallOperator();
      callee = nullptr;
      for (const clang::FunctionDecl *instance : pattern->specializations())
        if (instance->getNumParams() == args.size() && instance->getDefinition())
          callee = instance;
    }
    self = callable;
  }
  if (!callee || !callee->getDefinition()) {
    report(location, DiagId::SubgraphBody);
    return Value::poison();
  }
  callee = callee->getDefinition();
  if (callee->getNumParams() != args.size())
    return internal(location, "the body of a subgraph has another number of parameters");
  const Annotation *found = unit.annotations().find(callee);
  if (found && found->kind == Annotation::Script && !self) {
    Entry &entry = module.lower(callee, {}, nullptr, "");
    if (entry.failed) {
      incomplete = true;
      return Value::poison();
    }
    std::vector<graph::Operand> operands;
    for (Value &arg : args)
      operands.push_back(arg.operand);
    auto outputs = builder.call(*entry.function, operands);
    return outputs ? resultOf(module.signature(callee), std::move(*outputs)) : fail(outputs.error(), location);
  }
  if (!checkRecursion(callee, location))
    return Value::poison();
  std::vector<Object *> objects;
  for (unsigned i = 0; i != args.size(); ++i)
    objects.push_back(store.create(callee->getParamDecl(i)->getType().getNonReferenceType(),
                                   callee->getParamDecl(i)->getNameAsString(), args[i],
                                   callee->getParamDecl(i)->getLocation()));
  return callBody(callee, self, std::move(objects), location, frame->unroll);
}

} // namespace onnxc::lower
