//===- StdCalls.cpp - Functions and operators of namespace std ------------------------===//
#include "LibraryLowering.h"
#include "clang/AST/DeclTemplate.h"

namespace onnxc::lower {

/// s == "text" between C++ strings: folded, or Equal when one is an attribute parameter.
Value LibraryLowering::compareText(clang::OverloadedOperatorKind op, Value a, Value b, Location location) {
  bool equal = op == clang::OO_EqualEqual;
  if (a.is(Value::Kind::Text) && b.is(Value::Kind::Text)) {
    switch (op) {
    case clang::OO_EqualEqual:
      return knownBool(a.text == b.text);
    case clang::OO_ExclaimEqual:
      return knownBool(a.text != b.text);
    case clang::OO_Less:
      return knownBool(a.text < b.text);
    case clang::OO_Greater:
      return knownBool(a.text > b.text);
    case clang::OO_Spaceship:
      return knownInt(a.text < b.text ? -1 : a.text > b.text, ctx.IntTy);
    default:
      return knownBool(a.text == b.text);
    }
  }
  a = toTensor(std::move(a), location);
  b = toTensor(std::move(b), location);
  if (a.isPoison() || b.isPoison())
    return Value::poison();
  if (!equal && op != clang::OO_ExclaimEqual)
    return fail(location, DiagId::NotANumber);
  auto result = builder.cpp(equal ? graph::CppOp::Eq : graph::CppOp::Ne, {a.operand, b.operand});
  return result ? Value::runtime(result->value, ctx.BoolTy) : fail(result.error(), location);
}

/// Functions of namespace std that handle tensors, references to them, or numbers of any type: by name and number of
/// arguments (-1: any).
std::optional<Value> LibraryLowering::stdCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  struct Row {
    llvm::StringLiteral name;
    int arity;
    CallHandler LibraryLowering::*handler;
  };
  static constexpr Row rows[] = {
      {"move", 1, &LibraryLowering::passOn},
      {"forward", 1, &LibraryLowering::passOn},
      {"as_const", 1, &LibraryLowering::passOn},
      {"ref", 1, &LibraryLowering::passOn},
      {"cref", 1, &LibraryLowering::passOn},
      {"swap", 2, &LibraryLowering::swapCall},
      {"exchange", 2, &LibraryLowering::exchangeCall},
      {"get", 1, &LibraryLowering::getCall},
      {"tie", -1, &LibraryLowering::tieCall},
      {"forward_as_tuple", -1, &LibraryLowering::tieCall},
      {"make_tuple", -1, &LibraryLowering::makeTuple},
      {"make_pair", -1, &LibraryLowering::makeTuple},
      {"size", 1, &LibraryLowering::sizeCall},
      {"ssize", 1, &LibraryLowering::sizeCall},
      {"make_optional", 1, &LibraryLowering::makeOptional},
      {"min", -1, &LibraryLowering::extremeCall},
      {"max", -1, &LibraryLowering::extremeCall},
      {"clamp", -1, &LibraryLowering::extremeCall},
      {"div", 2, &LibraryLowering::divideCall},
      {"ldiv", 2, &LibraryLowering::divideCall},
      {"lldiv", 2, &LibraryLowering::divideCall},
  };
  if (!callee->getIdentifier())
    return stdOperator(callee, expr);
  for (const Row &row : rows)
    if (callee->getName() == row.name && (row.arity < 0 || static_cast<unsigned>(row.arity) == expr->getNumArgs()))
      return (this->*row.handler)(callee, expr);
  return std::nullopt;
}

std::optional<Value> LibraryLowering::passOn(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Object *object = ref(expr->getArg(0));
  return object ? Value::reference(object) : Value::poison();
}

std::optional<Value> LibraryLowering::swapCall(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Object *a = ref(expr->getArg(0)), *b = ref(expr->getArg(1));
  if (!a || !b)
    return Value::poison();
  Value first = contentsOf(a), second = contentsOf(b);
  assignTo(a, std::move(second), {}, expr->getExprLoc());
  assignTo(b, std::move(first), {}, expr->getExprLoc());
  return Value(Value::Kind::Void);
}

std::optional<Value> LibraryLowering::exchangeCall(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Object *a = ref(expr->getArg(0));
  Value next = eval(expr->getArg(1));
  if (!a || next.isPoison())
    return Value::poison();
  Value old = load(a, expr->getArg(0));
  assignTo(a, std::move(next), a->type, expr->getExprLoc());
  return old;
}

/// std::get<0>(tuple), std::get<T>(tuple).
std::optional<Value> LibraryLowering::getCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  const auto *args = callee->getTemplateSpecializationArgs();
  if (!args)
    return std::nullopt;
  Object *object = ref(expr->getArg(0));
  if (!object)
    return Value::poison();
  size_t index = object->children.size();
  const clang::TemplateArgument &first = args->get(0);
  if (first.getKind() == clang::TemplateArgument::Integral) {
    index = first.getAsIntegral().getZExtValue();
  } else if (first.getKind() == clang::TemplateArgument::Type) {
    clang::QualType type = expr->getArg(0)->getType();
    for (unsigned i = 0; i != object->children.size(); ++i) {
      clang::QualType element = unit.types().templateArgument(type, i);
      if (!element.isNull() && ctx.hasSameUnqualifiedType(element, first.getAsType()))
        index = i;
    }
  }
  if (index >= object->children.size())
    return object->leaf.isPoison() ? Value::poison() : std::optional<Value>();
  Object *part = object->children[index];
  return Value::reference(!part->aggregate && part->leaf.is(Value::Kind::Reference) ? part->leaf.object : part);
}

std::optional<Value> LibraryLowering::tieCall(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Value tuple(Value::Kind::Aggregate);
  for (const clang::Expr *arg : expr->arguments()) {
    Object *object = ref(arg);
    if (!object)
      return Value::poison();
    tuple.elements.push_back(Value::reference(object));
  }
  return tuple;
}

std::optional<Value> LibraryLowering::makeTuple(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Value tuple(Value::Kind::Aggregate);
  for (const clang::Expr *arg : expr->arguments()) {
    Value value = eval(arg);
    if (value.isPoison())
      return value;
    tuple.elements.push_back(std::move(value));
  }
  return tuple;
}

std::optional<Value> LibraryLowering::sizeCall(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Object *object = ref(expr->getArg(0));
  if (object && object->aggregate)
    return knownInt(static_cast<int64_t>(object->children.size()), expr->getType());
  return std::nullopt;
}

std::optional<Value> LibraryLowering::makeOptional(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  return eval(expr->getArg(0));
}

/// std::div: a struct of quotient and remainder.
std::optional<Value> LibraryLowering::divideCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  const auto *record = callee->getReturnType()->getAsCXXRecordDecl();
  if (!record)
    return std::nullopt;
  Location location = expr->getExprLoc();
  Value result(Value::Kind::Aggregate);
  clang::QualType type = record->field_begin()->getType();
  Value a = convertNumber(eval(expr->getArg(0)), type, location);
  Value b = convertNumber(eval(expr->getArg(1)), type, location);
  for (const clang::FieldDecl *field : record->fields())
    result.elements.push_back(
        arithmetic(field->getName() == "rem" ? clang::BO_Rem : clang::BO_Div, a, b, type, location));
  return llvm::any_of(result.elements, [](const Value &part) { return part.isPoison(); }) ? Value::poison() : result;
}

/// Operators on strings, and optionals compared with std::nullopt.
std::optional<Value> LibraryLowering::stdOperator(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  Location location = expr->getExprLoc();
  auto op = callee->getOverloadedOperator();
  bool comparison = op == clang::OO_EqualEqual || op == clang::OO_ExclaimEqual || op == clang::OO_Less ||
                    op == clang::OO_Greater || op == clang::OO_Spaceship;
  if ((comparison || op == clang::OO_Plus) && expr->getNumArgs() == 2) {
    TypeClass left = unit.types().classify(expr->getArg(0)->getType().getNonReferenceType());
    TypeClass right = unit.types().classify(expr->getArg(1)->getType().getNonReferenceType());
    auto isText = [](TypeClass cls) { return cls == TypeClass::StdString || cls == TypeClass::StringView; };
    if (isText(left) || isText(right)) {
      Value a = eval(expr->getArg(0)), b = eval(expr->getArg(1));
      if (a.isPoison() || b.isPoison())
        return Value::poison();
      if (comparison)
        return compareText(op, std::move(a), std::move(b), location);
      if (a.is(Value::Kind::Text) && b.is(Value::Kind::Text))
        return Value::textOf(a.text + b.text);
      return fail(location, DiagId::RuntimeText);
    }
    if (left == TypeClass::StdOptional && comparison) { // optional == nullopt
      const auto *record = expr->getArg(1)->getType().getNonReferenceType()->getAsCXXRecordDecl();
      if (record && record->getIdentifier() && record->getName() == "nullopt_t") {
        Object *object = ref(expr->getArg(0));
        if (!object)
          return Value::poison();
        Value has = hasValue(object);
        return has.isPoison() ? has : knownBool(has.isTrue() != (op == clang::OO_EqualEqual));
      }
    }
  }
  return std::nullopt;
}

} // namespace onnxc::lower
