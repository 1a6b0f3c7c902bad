//===- ScriptCalls.cpp - Calls of scripted functions are nodes -------------------------===//
#include "CallLowering.h"
#include "Module.h"
#include "Support/Overload.h"

namespace onnxc::lower {

using frontend::ParamKind;

/// The arguments of a call, sorted into what ONNX makes of them.
struct ScriptArguments {
  Presence pattern;
  std::vector<graph::Operand> operands;
  std::vector<const clang::Expr *> exprs; ///< of the operands
  graph::Attributes attributes;
  bool failed = false;
  bool passesOn = false; ///< hands on an optional parameter of the caller without asking for it
};

/// Without the conversions to parameter types: the call checks the types itself, and says more.
static const clang::Expr *withoutTensorConversion(const clang::Expr *arg, frontend::TypeTable &types) {
  for (;;) {
    const clang::Expr *inner = nullptr;
    if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(arg))
      inner = cleanups->getSubExpr();
    else if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(arg))
      inner = temporary->getSubExpr();
    else if (const auto *bind = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(arg))
      inner = bind->getSubExpr();
    else if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(arg);
             cast && (cast->getCastKind() == clang::CK_ConstructorConversion || cast->getCastKind() == clang::CK_NoOp ||
                      cast->getCastKind() == clang::CK_DerivedToBase ||
                      cast->getCastKind() == clang::CK_UncheckedDerivedToBase))
      inner = cast->getSubExpr();
    else if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(arg);
             construct && !llvm::isa<clang::CXXTemporaryObjectExpr>(arg) && construct->getNumArgs() == 1 &&
             types.classify(construct->getType()) == TypeClass::Tensor)
      inner = construct->getArg(0);
    if (!inner)
      return arg;
    arg = inner;
  }
}

static std::string constantText(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Number: {
    if (value.constant.isInt())
      return llvm::toString(value.constant.getInt(), 10);
    llvm::SmallString<32> text;
    value.constant.getFloat().toString(text);
    return text.str().str();
  }
  case Value::Kind::Text:
    return "\"" + value.text + "\"";
  case Value::Kind::Aggregate: {
    std::string text = "{";
    for (const Value &element : value.elements)
      text += (text.size() > 1 ? "," : "") + constantText(element);
    return text + "}";
  }
  default:
    return "";
  }
}

static bool isConstant(const Value &value) {
  if (value.is(Value::Kind::Aggregate)) {
    for (const Value &element : value.elements)
      if (!isConstant(element))
        return false;
    return true;
  }
  return value.isKnownNumber() || value.is(Value::Kind::Text) || value.is(Value::Kind::Absent);
}

/// The object of a method call, which must be a constant. False after an error; `runtimeLambda` is set for a lambda
/// that captures run-time values, which is part of the body around it.
bool CallLowering::constantObject(const clang::FunctionDecl *callee, Object *thisObject, const clang::Expr *call,
                                  Value &constant, bool &runtimeLambda) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  bool isLambda = method && method->getParent()->isLambda();
  if (!method || method->isStatic() || (isLambda && !thisObject))
    return true;
  if (!thisObject) {
    report(call->getBeginLoc(), DiagId::RuntimeThis);
    return false;
  }
  constant = contentsOf(thisObject);
  if (constant.isPoison())
    return false;
  if (isConstant(constant))
    return true;
  runtimeLambda = isLambda;
  if (!isLambda)
    report(call->getBeginLoc(), DiagId::RuntimeThis) << call->getSourceRange();
  return isLambda;
}

void CallLowering::addOperand(ScriptArguments &arguments, Value value, const clang::Expr *arg) {
  graph::Operand operand;
  if (!value.is(Value::Kind::Absent)) {
    value = toTensor(std::move(value), arg->getBeginLoc());
    arguments.failed |= value.isPoison();
    operand = value.operand;
  }
  arguments.operands.push_back(std::move(operand));
  arguments.exprs.push_back(arg);
}

void CallLowering::addScriptAttribute(ScriptArguments &arguments, const frontend::Param &param, Value value,
                                      const clang::Expr *arg) {
  bool absent = value.is(Value::Kind::Absent);
  if (param.optional) {
    bool handedOn = value.is(Value::Kind::Attribute) && value.attribute->optional;
    arguments.passesOn |= handedOn;
    arguments.pattern.given.push_back(handedOn ? optionalGiven(value) : !absent);
  }
  if (absent)
    return;
  if (value.is(Value::Kind::Attribute)) {
    arguments.attributes.push_back(graph::attrRef(param.name, *value.attribute));
    return;
  }
  if (value.is(Value::Kind::Number) && !param.attributeType.isNull() && param.attributeType->isArithmeticType())
    value = convertNumber(std::move(value), param.attributeType, arg->getBeginLoc());
  auto proto = attributeProto(param.name, value, static_cast<onnx::AttributeProto::AttributeType>(param.attribute));
  if (!proto) {
    if (!value.isPoison())
      report(arg->getBeginLoc(), DiagId::AttributeNeedsConstant) << "'" + param.name + "'" << arg->getSourceRange();
    arguments.failed = true;
    return;
  }
  graph::Attribute attribute;
  attribute.proto = std::move(*proto);
  arguments.attributes.push_back(std::move(attribute));
}

void CallLowering::addScriptInput(ScriptArguments &arguments, const frontend::Param &param, Value value,
                                  const clang::Expr *arg) {
  switch (param.kind) {
  case ParamKind::OptionalTensor:
  case ParamKind::OptionalSequence: {
    bool handedOn = value.is(Value::Kind::Tensor) && isOptionalInput(value);
    arguments.passesOn |= handedOn;
    arguments.pattern.given.push_back(handedOn ? optionalGiven(value) : !value.is(Value::Kind::Absent));
    return addOperand(arguments, std::move(value), arg);
  }
  case ParamKind::VariadicTensor:
  case ParamKind::VariadicOptionalTensor:
    if (value.is(Value::Kind::Reference))
      value = contentsOf(value.object);
    if (!value.is(Value::Kind::Aggregate)) {
      internal(arg->getBeginLoc(), "a variadic argument is no list");
      arguments.failed = true;
      return;
    }
    arguments.pattern.counts.push_back(static_cast<unsigned>(value.elements.size()));
    for (Value &element : value.elements)
      addOperand(arguments, std::move(element), arg);
    return;
  case ParamKind::TensorStruct:
    for (const frontend::Member &member : param.members) {
      if (Value *part = partAt(value, member.path))
        addOperand(arguments, read(*part, member.name, arg->getBeginLoc()), arg);
      else
        arguments.failed = true;
    }
    return;
  default:
    return addOperand(arguments, std::move(value), arg);
  }
}

/// `writeDefaults`: the callee's defaults are not known to the graph, so that they are written at the call.
ScriptArguments CallLowering::scriptArguments(const frontend::Signature &signature,
                                              llvm::ArrayRef<const clang::Expr *> args, bool writeDefaults) {
  ScriptArguments arguments;
  for (unsigned i = 0; i < args.size() && i < signature.params.size(); ++i) {
    const frontend::Param &param = signature.params[i];
    const clang::Expr *arg = args[i];
    bool defaulted = llvm::isa<clang::CXXDefaultArgExpr>(arg);
    if (!param.isInput() && defaulted && !writeDefaults) {
      if (param.optional)
        arguments.pattern.given.push_back(!eval(arg).is(Value::Kind::Absent));
      continue;
    }
    Value value = eval(param.kind == ParamKind::Tensor ? withoutTensorConversion(arg, unit.types()) : arg);
    if (value.isPoison()) {
      arguments.failed = true;
      if (param.isOptional())
        arguments.pattern.given.push_back(true);
    } else if (param.isInput()) {
      addScriptInput(arguments, param, std::move(value), arg);
    } else {
      addScriptAttribute(arguments, param, std::move(value), arg);
    }
  }
  return arguments;
}

bool CallLowering::reportCycle(const clang::FunctionDecl *callee, const clang::Expr *call) {
  auto cycle = module.cycleFrom(callee);
  if (cycle.empty())
    return false;
  Diag &diag = report(call->getBeginLoc(), DiagId::Recursion);
  diag << callee << call->getSourceRange();
  for (const clang::FunctionDecl *step : cycle)
    diag.note(step->getLocation(), DiagId::NoteCycle) << step;
  return true;
}

/// A function of another file: the declaration says what the node is; `onnxc link` brings the body.
Value CallLowering::callDeclared(const clang::FunctionDecl *callee, const frontend::Signature &signature,
                                 llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  if (signature.resultKind == frontend::ResultKind::Vector) {
    report(call->getBeginLoc(), DiagId::ScriptWithoutBody) << callee << call->getSourceRange();
    return Value::poison();
  }
  ScriptArguments arguments = scriptArguments(signature, args, true);
  if (arguments.failed)
    return Value::poison();
  const frontend::Annotation &target = *unit.annotations().find(callee);
  builder.location = call->getExprLoc().getRawEncoding();
  int count = static_cast<int>(signature.results.size());
  auto outputs = builder.op(target.domain, target.name, arguments.operands, std::move(arguments.attributes), count);
  if (!outputs)
    return fail(outputs.error(), call->getBeginLoc(), call);
  fn.opsetImports[target.domain] = target.version;
  (*outputs)[0]->producer->overload = support::finalOverload(target.overload);
  for (int i = 0; i != count; ++i)
    if (const frontend::TypeSpec &spec = signature.results[i].type; spec.element || spec.dims) {
      (*outputs)[i]->type = typeOf(spec);
      (*outputs)[i]->typeKnown = true;
      (*outputs)[i]->declared = (*outputs)[i]->type.elem.isKnown();
    }
  return resultOf(signature, std::move(*outputs));
}

Value CallLowering::callScript(const clang::FunctionDecl *callee, Object *thisObject,
                               llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  const frontend::Signature &signature = module.signature(callee);
  if (!signature.valid()) {
    incomplete = true;
    return Value::poison();
  }
  Value constantThis;
  bool runtimeLambda = false;
  if (!constantObject(callee, thisObject, call, constantThis, runtimeLambda))
    return Value::poison();
  if (runtimeLambda)
    return callInline(callee, thisObject, args, call, false);
  if (!callee->getDefinition())
    return callDeclared(callee, signature, args, call);
  std::string thisText = constantThis.elements.empty() ? "" : "this=" + constantText(constantThis);
  ScriptArguments arguments = scriptArguments(signature, args, false);
  if (arguments.failed || reportCycle(callee, call))
    return Value::poison();
  Entry &entry = module.lower(callee, arguments.pattern, thisText.empty() ? nullptr : &constantThis, thisText);
  if (entry.failed) {
    incomplete = true;
    return Value::poison();
  }
  if (entry.asked && arguments.passesOn)
    askedPresence = true;
  builder.location = call->getExprLoc().getRawEncoding();
  auto outputs = builder.call(*entry.function, arguments.operands, std::move(arguments.attributes));
  if (outputs)
    return resultOf(signature, std::move(*outputs));
  int at = outputs.error().operand;
  const clang::Expr *arg =
      at >= 0 && at < static_cast<int>(arguments.exprs.size()) ? arguments.exprs[static_cast<size_t>(at)] : nullptr;
  fail(outputs.error(), arg ? arg->getBeginLoc() : call->getBeginLoc(), arg ? arg : call);
  if (!outputs.error().location)
    diags.last().note(callee->getLocation(), DiagId::NoteDeclaredThere) << "'" + callee->getNameAsString() + "'";
  return Value::poison();
}

Value CallLowering::resultOf(const frontend::Signature &signature, std::vector<graph::Value *> outputs) {
  using frontend::ResultKind;
  std::vector<Value> values;
  for (graph::Value *output : outputs)
    values.push_back(Value::tensorOf(graph::Operand(output)));
  if (signature.resultKind == ResultKind::Single)
    return values[0];
  if (signature.resultKind == ResultKind::Vector)
    return Value::aggregate(std::move(values));
  Value record = defaultValue(signature.resultType);
  for (size_t i = 0; i != signature.results.size(); ++i)
    if (Value *slot = partAt(record, signature.results[i].path))
      *slot = values[i];
  return record;
}

/// A part of an aggregate by the index at each level; null when it is not there.
Value *CallLowering::partAt(Value &value, const std::vector<unsigned> &path) {
  Value *part = &value;
  for (unsigned index : path) {
    if (!part->is(Value::Kind::Aggregate) || index >= part->elements.size())
      return nullptr;
    part = &part->elements[index];
  }
  return part;
}

} // namespace onnxc::lower
