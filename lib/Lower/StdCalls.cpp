//===- StdCalls.cpp - The part of the standard library that handles tensors ------------===//
#include "FunctionLowering.h"
#include "clang/AST/DeclTemplate.h"

namespace onnxc::lower {

/// s == "text" between C++ strings: folded, or Equal when one is an attribute parameter.
Value FunctionLowering::compareText(clang::OverloadedOperatorKind op, Value a, Value b, Location location) {
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

Value FunctionLowering::hasValue(Object *object) {
  if (object->aggregate)
    return knownBool(true);
  for (unsigned i = 0; i != optionalObjects.size(); ++i) {
    const Value &leaf = object->leaf;
    Object *own = optionalObjects[i];
    if (!own)
      continue;
    bool same = own == object ||
                (leaf.is(Value::Kind::Attribute) && own->leaf.attribute == leaf.attribute && leaf.attribute) ||
                (leaf.is(Value::Kind::Tensor) && own->leaf.is(Value::Kind::Tensor) &&
                 leaf.operand.value == own->leaf.operand.value);
    if (same && !leaf.is(Value::Kind::Absent)) {
      askedPresence = true;
      return knownBool(i >= presence.given.size() || presence.given[i]);
    }
  }
  if (object->leaf.isPoison())
    return Value::poison();
  return knownBool(!object->leaf.is(Value::Kind::Absent));
}

/// Functions of namespace std that handle tensors, references to them, or numbers of any type: by name and number of
/// arguments (-1: any).
std::optional<Value> FunctionLowering::stdCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  struct Row {
    llvm::StringLiteral name;
    int arity;
    StdHandler FunctionLowering::*handler;
  };
  static constexpr Row rows[] = {
      {"move", 1, &FunctionLowering::passOn},
      {"forward", 1, &FunctionLowering::passOn},
      {"as_const", 1, &FunctionLowering::passOn},
      {"ref", 1, &FunctionLowering::passOn},
      {"cref", 1, &FunctionLowering::passOn},
      {"swap", 2, &FunctionLowering::swapCall},
      {"exchange", 2, &FunctionLowering::exchangeCall},
      {"get", 1, &FunctionLowering::getCall},
      {"tie", -1, &FunctionLowering::tieCall},
      {"forward_as_tuple", -1, &FunctionLowering::tieCall},
      {"make_tuple", -1, &FunctionLowering::makeTuple},
      {"make_pair", -1, &FunctionLowering::makeTuple},
      {"size", 1, &FunctionLowering::sizeCall},
      {"ssize", 1, &FunctionLowering::sizeCall},
      {"make_optional", 1, &FunctionLowering::makeOptional},
      {"min", -1, &FunctionLowering::extremeCall},
      {"max", -1, &FunctionLowering::extremeCall},
      {"clamp", -1, &FunctionLowering::extremeCall},
      {"div", 2, &FunctionLowering::divideCall},
      {"ldiv", 2, &FunctionLowering::divideCall},
      {"lldiv", 2, &FunctionLowering::divideCall},
  };
  if (!callee->getIdentifier())
    return stdOperator(callee, expr);
  for (const Row &row : rows)
    if (callee->getName() == row.name && (row.arity < 0 || static_cast<unsigned>(row.arity) == expr->getNumArgs()))
      return (this->*row.handler)(callee, expr);
  return std::nullopt;
}

std::optional<Value> FunctionLowering::passOn(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Object *object = ref(expr->getArg(0));
  return object ? Value::reference(object) : Value::poison();
}

std::optional<Value> FunctionLowering::swapCall(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Object *a = ref(expr->getArg(0)), *b = ref(expr->getArg(1));
  if (!a || !b)
    return Value::poison();
  Value first = store.load(a), second = store.load(b);
  assignTo(a, std::move(second), {}, expr->getExprLoc());
  assignTo(b, std::move(first), {}, expr->getExprLoc());
  return Value(Value::Kind::Void);
}

std::optional<Value> FunctionLowering::exchangeCall(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Object *a = ref(expr->getArg(0));
  Value next = eval(expr->getArg(1));
  if (!a || next.isPoison())
    return Value::poison();
  Value old = load(a, expr->getArg(0));
  assignTo(a, std::move(next), a->type, expr->getExprLoc());
  return old;
}

/// std::get<0>(tuple), std::get<T>(tuple).
std::optional<Value> FunctionLowering::getCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
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

std::optional<Value> FunctionLowering::tieCall(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Value tuple(Value::Kind::Aggregate);
  for (const clang::Expr *arg : expr->arguments()) {
    Object *object = ref(arg);
    if (!object)
      return Value::poison();
    tuple.elements.push_back(Value::reference(object));
  }
  return tuple;
}

std::optional<Value> FunctionLowering::makeTuple(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Value tuple(Value::Kind::Aggregate);
  for (const clang::Expr *arg : expr->arguments()) {
    Value value = eval(arg);
    if (value.isPoison())
      return value;
    tuple.elements.push_back(std::move(value));
  }
  return tuple;
}

std::optional<Value> FunctionLowering::sizeCall(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  Object *object = ref(expr->getArg(0));
  if (object && object->aggregate)
    return knownInt(static_cast<int64_t>(object->children.size()), expr->getType());
  return std::nullopt;
}

std::optional<Value> FunctionLowering::makeOptional(const clang::FunctionDecl *, const clang::CallExpr *expr) {
  return eval(expr->getArg(0));
}

/// std::div: a struct of quotient and remainder.
std::optional<Value> FunctionLowering::divideCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
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
std::optional<Value> FunctionLowering::stdOperator(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
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

std::optional<Value> FunctionLowering::optionalMember(llvm::StringRef name, Object *object,
                                                      llvm::ArrayRef<const clang::Expr *> args,
                                                      const clang::Expr *expr) {
  if (name == "has_value")
    return hasValue(object);
  if (name == "value" || name == "operator*" || name == "operator->") {
    if (!object->aggregate && object->leaf.is(Value::Kind::Absent))
      return fail(expr->getExprLoc(), DiagId::AbsentValue);
    if (!object->aggregate && object->leaf.is(Value::Kind::Tensor) && isOptionalInput(object->leaf) &&
        !optionalGiven(object->leaf)) {
      askedPresence = true;
      return fail(expr->getExprLoc(), DiagId::AbsentValue);
    }
    return Value::reference(object);
  }
  if (name == "value_or" && args.size() == 1) {
    Value has = hasValue(object);
    if (has.isPoison())
      return has;
    return has.isTrue() ? load(object, expr) : eval(args[0]);
  }
  if (name == "reset") {
    store.assign(object, Value(Value::Kind::Absent));
    return Value(Value::Kind::Void);
  }
  if (name == "emplace" && args.size() == 1) {
    store.assign(object, eval(args[0]));
    return Value::reference(object);
  }
  return std::nullopt;
}

std::optional<Value> FunctionLowering::vectorMember(llvm::StringRef name, Object *object,
                                                    llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *expr,
                                                    clang::QualType type) {
  Location location = expr->getExprLoc();
  if (!object->aggregate && object->leaf.is(Value::Kind::Attribute))
    return attributeListMember(name, object->leaf, args, expr, unit.types().templateArgument(type, 0));
  if (!object->aggregate)
    return object->leaf.isPoison() ? std::optional<Value>(Value::poison()) : std::nullopt;
  size_t size = object->children.size();
  if (name == "size")
    return knownInt(static_cast<int64_t>(size), expr->getType());
  if (name == "empty")
    return knownBool(size == 0);
  if (name == "operator[]" || name == "at") {
    Object *element = elementAt(object, eval(args[0]), expr);
    return element ? Value::reference(element) : Value::poison();
  }
  if ((name == "front" || name == "back") && size)
    return Value::reference(object->children[name == "front" ? 0 : size - 1]);
  if (name == "data")
    return Value::reference(object);
  if (name == "reserve" || name == "shrink_to_fit")
    return Value(Value::Kind::Void);
  if (name == "fill" && args.size() == 1) {
    Value value = eval(args[0]);
    for (Object *child : object->children)
      assignTo(child, value, unit.types().templateArgument(type, 0), location);
    return Value(Value::Kind::Void);
  }
  if (name == "push_back" || name == "emplace_back") {
    Value value = args.empty() ? defaultValue(unit.types().templateArgument(type, 0)) : eval(args[0]);
    if (value.isPoison())
      return value;
    value = convertTo(std::move(value), unit.types().templateArgument(type, 0), location);
    std::vector<Object *> children = object->children;
    children.push_back(store.create(unit.types().templateArgument(type, 0), object->name, std::move(value), location));
    Object *added = children.back();
    store.setChildren(object, std::move(children));
    return Value::reference(added);
  }
  if (name == "pop_back" && size) {
    std::vector<Object *> children = object->children;
    children.pop_back();
    store.setChildren(object, std::move(children));
    return Value(Value::Kind::Void);
  }
  if (name == "clear") {
    store.setChildren(object, {});
    return Value(Value::Kind::Void);
  }
  if (name == "resize" && !args.empty()) {
    Value count = eval(args[0]);
    if (!count.isKnownNumber())
      return count.isPoison() ? count : fail(location, DiagId::RuntimeArrayIndex);
    std::vector<Object *> children = object->children;
    size_t wanted = count.constant.getInt().getZExtValue();
    if (wanted > (1 << 20))
      return fail(location, DiagId::TooManySteps);
    clang::QualType element = unit.types().templateArgument(type, 0);
    while (children.size() > wanted)
      children.pop_back();
    while (children.size() < wanted)
      children.push_back(store.create(element, object->name,
                                      args.size() > 1               ? eval(args[1])
                                      : element->isArithmeticType() ? knownInt(0, element)
                                                                    : defaultValue(element),
                                      location));
    store.setChildren(object, std::move(children));
    return Value(Value::Kind::Void);
  }
  return std::nullopt;
}

static std::string memberName(const clang::CXXMethodDecl *method) { return method->getNameAsString(); }

std::optional<Value> FunctionLowering::stdMember(const clang::CXXMethodDecl *method, Object *object,
                                                 llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *expr) {
  clang::QualType type = ctx.getRecordType(method->getParent());
  std::string name = memberName(method);
  Location location = expr->getExprLoc();
  TypeClass cls = unit.types().classify(type);
  if (cls == TypeClass::Other || cls == TypeClass::Record) { // a base class of libstdc++'s own
    if (!object->type.isNull())
      cls = unit.types().classify(object->type), type = object->type;
  }
  if (llvm::isa<clang::CXXConversionDecl>(method)) {
    if (cls == TypeClass::StdOptional)
      return hasValue(object);
    return load(object, expr); // std::string to std::string_view, reference_wrapper, an element of vector<bool> ...
  }
  if (name == "operator=" && args.size() == 1) {
    Value value = eval(args[0]);
    if (value.isPoison())
      return value;
    if (value.is(Value::Kind::Aggregate) && object->aggregate && object->children.size() == value.elements.size()) {
      for (size_t i = 0; i != value.elements.size(); ++i) {
        Object *part = object->children[i];
        Object *target =
            !part->aggregate && part->leaf.is(Value::Kind::Reference) ? part->leaf.object : part; // std::tie
        Value element =
            value.elements[i].is(Value::Kind::Reference) ? store.load(value.elements[i].object) : value.elements[i];
        assignTo(target, std::move(element), target->type, location);
      }
      return Value::reference(object);
    }
    const auto *record = args[0]->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (record && record->getIdentifier() && record->getName() == "nullopt_t")
      value = Value(Value::Kind::Absent);
    assignTo(object, std::move(value), type, location);
    return Value::reference(object);
  }
  switch (cls) {
  case TypeClass::StdOptional:
    return optionalMember(name, object, args, expr);
  case TypeClass::StdVector:
  case TypeClass::StdArray:
  case TypeClass::StdSpan:
  case TypeClass::StdInitializerList:
    return vectorMember(name, object, args, expr, type);
  case TypeClass::StdString:
  case TypeClass::StringView: {
    if (object->leaf.is(Value::Kind::Text)) {
      const std::string &text = object->leaf.text;
      if (name == "size" || name == "length")
        return knownInt(static_cast<int64_t>(text.size()), expr->getType());
      if (name == "empty")
        return knownBool(text.empty());
      if (name == "c_str" || name == "data")
        return Value::textOf(text);
      if (name == "operator[]" || name == "at") {
        Object *element = elementAt(object, eval(args[0]), expr);
        return element ? Value::reference(element) : Value::poison();
      }
      if (name == "operator+=" || name == "append") {
        Value more = eval(args[0]);
        if (more.is(Value::Kind::Text)) {
          store.assign(object, Value::textOf(text + more.text));
          return Value::reference(object);
        }
      }
    }
    if (name == "compare" || name == "starts_with" || name == "ends_with" || name == "find" || name == "substr") {
      report(location, DiagId::UnknownCall) << method << expr->getSourceRange();
      return Value::poison();
    }
    bool known = object->leaf.is(Value::Kind::Text) || object->aggregate;
    return known ? std::nullopt : std::optional(fail(location, DiagId::RuntimeText));
  }
  default:
    return std::nullopt;
  }
}

} // namespace onnxc::lower
