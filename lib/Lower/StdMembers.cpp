//===- StdMembers.cpp - Members of containers, optionals and strings of namespace std ---------===//
#include "LibraryLowering.h"
#include "clang/AST/DeclTemplate.h"

namespace onnxc::lower {

struct LibraryLowering::MemberRow {
  llvm::StringLiteral name;
  bool (*applies)(const MemberCall &call);
  MemberHandler LibraryLowering::*handler;
};

static bool always(const MemberCall &) { return true; }
static bool hasElements(const MemberCall &call) { return !call.object->children.empty(); }
static bool hasArguments(const MemberCall &call) { return !call.args.empty(); }
static bool hasOneArgument(const MemberCall &call) { return call.args.size() == 1; }

std::optional<Value> LibraryLowering::callMember(llvm::ArrayRef<MemberRow> rows, const MemberCall &call) {
  for (const MemberRow &row : rows)
    if (call.name == row.name && row.applies(call))
      return (this->*row.handler)(call);
  return std::nullopt;
}

// std::optional

Value LibraryLowering::hasValue(Object *object) {
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

std::optional<Value> LibraryLowering::optionalMember(const MemberCall &call) {
  static constexpr MemberRow rows[] = {
      {"has_value", always, &LibraryLowering::optionalHasValue},
      {"value", always, &LibraryLowering::optionalValue},
      {"operator*", always, &LibraryLowering::optionalValue},
      {"operator->", always, &LibraryLowering::optionalValue},
      {"value_or", hasOneArgument, &LibraryLowering::optionalValueOr},
      {"reset", always, &LibraryLowering::optionalReset},
      {"emplace", hasOneArgument, &LibraryLowering::optionalEmplace},
  };
  return callMember(rows, call);
}

std::optional<Value> LibraryLowering::optionalHasValue(const MemberCall &call) { return hasValue(call.object); }

std::optional<Value> LibraryLowering::optionalValue(const MemberCall &call) {
  Object *object = call.object;
  if (object->aggregate)
    return Value::reference(object);
  if (object->leaf.is(Value::Kind::Absent))
    return fail(call.expr->getExprLoc(), DiagId::AbsentValue);
  if (object->leaf.is(Value::Kind::Tensor) && isOptionalInput(object->leaf) && !optionalGiven(object->leaf)) {
    askedPresence = true;
    return fail(call.expr->getExprLoc(), DiagId::AbsentValue);
  }
  return Value::reference(object);
}

std::optional<Value> LibraryLowering::optionalValueOr(const MemberCall &call) {
  Value has = hasValue(call.object);
  if (has.isPoison())
    return has;
  return has.isTrue() ? load(call.object, call.expr) : eval(call.args[0]);
}

std::optional<Value> LibraryLowering::optionalReset(const MemberCall &call) {
  write(call.object, Value(Value::Kind::Absent));
  return Value(Value::Kind::Void);
}

std::optional<Value> LibraryLowering::optionalEmplace(const MemberCall &call) {
  write(call.object, eval(call.args[0]));
  return Value::reference(call.object);
}

// std::vector, array, span, initializer_list

std::optional<Value> LibraryLowering::containerMember(const MemberCall &call) {
  static constexpr MemberRow rows[] = {
      {"size", always, &LibraryLowering::containerSize},
      {"empty", always, &LibraryLowering::containerIsEmpty},
      {"operator[]", hasArguments, &LibraryLowering::containerElement},
      {"at", hasArguments, &LibraryLowering::containerElement},
      {"front", hasElements, &LibraryLowering::containerEnd},
      {"back", hasElements, &LibraryLowering::containerEnd},
      {"data", always, &LibraryLowering::containerItself},
      {"reserve", always, &LibraryLowering::doNothing},
      {"shrink_to_fit", always, &LibraryLowering::doNothing},
      {"fill", hasOneArgument, &LibraryLowering::containerFill},
      {"push_back", always, &LibraryLowering::containerAppend},
      {"emplace_back", always, &LibraryLowering::containerAppend},
      {"pop_back", hasElements, &LibraryLowering::containerRemoveLast},
      {"clear", always, &LibraryLowering::containerClear},
      {"resize", hasArguments, &LibraryLowering::containerResize},
  };
  const Object &object = *call.object;
  if (!object.aggregate && object.leaf.is(Value::Kind::Attribute))
    return attributeListMember(call.name, object.leaf, call.args, call.expr, call.element);
  if (!object.aggregate)
    return object.leaf.isPoison() ? std::optional<Value>(Value::poison()) : std::nullopt;
  return callMember(rows, call);
}

std::optional<Value> LibraryLowering::containerSize(const MemberCall &call) {
  return knownInt(static_cast<int64_t>(call.object->children.size()), call.expr->getType());
}

std::optional<Value> LibraryLowering::containerIsEmpty(const MemberCall &call) {
  return knownBool(call.object->children.empty());
}

std::optional<Value> LibraryLowering::containerElement(const MemberCall &call) {
  Object *element = elementAt(call.object, eval(call.args[0]), call.expr);
  return element ? Value::reference(element) : Value::poison();
}

std::optional<Value> LibraryLowering::containerEnd(const MemberCall &call) {
  return Value::reference(call.name == "front" ? call.object->children.front() : call.object->children.back());
}

std::optional<Value> LibraryLowering::containerItself(const MemberCall &call) { return Value::reference(call.object); }

std::optional<Value> LibraryLowering::doNothing(const MemberCall &) { return Value(Value::Kind::Void); }

std::optional<Value> LibraryLowering::containerFill(const MemberCall &call) {
  Value value = eval(call.args[0]);
  for (Object *child : call.object->children)
    assignTo(child, value, call.element, call.expr->getExprLoc());
  return Value(Value::Kind::Void);
}

std::optional<Value> LibraryLowering::containerAppend(const MemberCall &call) {
  Location location = call.expr->getExprLoc();
  Value value = call.args.empty() ? defaultValue(call.element) : eval(call.args[0]);
  if (value.isPoison())
    return value;
  value = convertTo(std::move(value), call.element, location);
  std::vector<Object *> children = call.object->children;
  Object *added = store.create(call.element, call.object->name, std::move(value), location);
  children.push_back(added);
  store.setChildren(call.object, std::move(children));
  return Value::reference(added);
}

std::optional<Value> LibraryLowering::containerRemoveLast(const MemberCall &call) {
  std::vector<Object *> children = call.object->children;
  children.pop_back();
  store.setChildren(call.object, std::move(children));
  return Value(Value::Kind::Void);
}

std::optional<Value> LibraryLowering::containerClear(const MemberCall &call) {
  store.setChildren(call.object, {});
  return Value(Value::Kind::Void);
}

std::optional<Value> LibraryLowering::containerResize(const MemberCall &call) {
  Location location = call.expr->getExprLoc();
  Value count = eval(call.args[0]);
  if (!count.isKnownNumber())
    return count.isPoison() ? count : fail(location, DiagId::RuntimeArrayIndex);
  size_t wanted = count.constant.getInt().getZExtValue();
  if (wanted > (1 << 20))
    return fail(location, DiagId::TooManySteps);
  auto added = [&] {
    return call.args.size() > 1               ? eval(call.args[1])
           : call.element->isArithmeticType() ? knownInt(0, call.element)
                                              : defaultValue(call.element);
  };
  std::vector<Object *> children = call.object->children;
  children.resize(std::min(children.size(), wanted));
  while (children.size() < wanted)
    children.push_back(store.create(call.element, call.object->name, added(), location));
  store.setChildren(call.object, std::move(children));
  return Value(Value::Kind::Void);
}

// std::string, std::string_view

std::optional<Value> LibraryLowering::textMember(const MemberCall &call) {
  static constexpr MemberRow known[] = {
      {"size", always, &LibraryLowering::textSize},
      {"length", always, &LibraryLowering::textSize},
      {"empty", always, &LibraryLowering::textIsEmpty},
      {"c_str", always, &LibraryLowering::textItself},
      {"data", always, &LibraryLowering::textItself},
      {"operator[]", hasArguments, &LibraryLowering::containerElement},
      {"at", hasArguments, &LibraryLowering::containerElement},
      {"operator+=", hasArguments, &LibraryLowering::textAppend},
      {"append", hasArguments, &LibraryLowering::textAppend},
      {"starts_with", hasOneArgument, &LibraryLowering::textStartsOrEnds},
      {"ends_with", hasOneArgument, &LibraryLowering::textStartsOrEnds},
  };
  static constexpr llvm::StringLiteral refused[] = {"compare", "starts_with", "ends_with", "find", "substr"};
  bool isText = call.object->leaf.is(Value::Kind::Text);
  if (isText)
    if (auto value = callMember(known, call))
      return value;
  if (llvm::is_contained(refused, call.name)) {
    report(call.expr->getExprLoc(), DiagId::UnknownCall) << call.method << call.expr->getSourceRange();
    return Value::poison();
  }
  bool isKnown = isText || call.object->aggregate;
  return isKnown ? std::nullopt : std::optional(fail(call.expr->getExprLoc(), DiagId::RuntimeText));
}

std::optional<Value> LibraryLowering::textSize(const MemberCall &call) {
  return knownInt(static_cast<int64_t>(call.object->leaf.text.size()), call.expr->getType());
}

std::optional<Value> LibraryLowering::textIsEmpty(const MemberCall &call) {
  return knownBool(call.object->leaf.text.empty());
}

std::optional<Value> LibraryLowering::textItself(const MemberCall &call) {
  return Value::textOf(call.object->leaf.text);
}

std::optional<Value> LibraryLowering::textAppend(const MemberCall &call) {
  Value more = eval(call.args[0]);
  if (!more.is(Value::Kind::Text))
    return std::nullopt;
  write(call.object, Value::textOf(call.object->leaf.text + more.text));
  return Value::reference(call.object);
}

/// starts_with and ends_with a string or a character that is known.
std::optional<Value> LibraryLowering::textStartsOrEnds(const MemberCall &call) {
  Value part = eval(call.args[0]);
  if (part.isPoison())
    return part;
  std::optional<int64_t> character = part.knownInteger();
  if (!character && !part.is(Value::Kind::Text))
    return std::nullopt;
  std::string wanted = character ? std::string(1, static_cast<char>(*character)) : part.text;
  llvm::StringRef text = call.object->leaf.text;
  return knownBool(call.name == "starts_with" ? text.starts_with(wanted) : text.ends_with(wanted));
}

// All classes

static bool isNullopt(clang::QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "nullopt_t";
}

/// Assignment, also to what std::tie names.
std::optional<Value> LibraryLowering::stdAssign(const MemberCall &call, clang::QualType type) {
  Location location = call.expr->getExprLoc();
  Object *object = call.object;
  Value value = eval(call.args[0]);
  if (value.isPoison())
    return value;
  if (!value.is(Value::Kind::Aggregate) || !object->aggregate || object->children.size() != value.elements.size()) {
    if (isNullopt(call.args[0]->getType()))
      value = Value(Value::Kind::Absent);
    assignTo(object, std::move(value), type, location);
    return Value::reference(object);
  }
  for (size_t i = 0; i != value.elements.size(); ++i) {
    Object *part = object->children[i];
    Object *target = !part->aggregate && part->leaf.is(Value::Kind::Reference) ? part->leaf.object : part;
    Value &element = value.elements[i];
    assignTo(target, element.is(Value::Kind::Reference) ? contentsOf(element.object) : std::move(element), target->type,
             location);
  }
  return Value::reference(object);
}

std::optional<Value> LibraryLowering::stdMember(const clang::CXXMethodDecl *method, Object *object,
                                                llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *expr) {
  clang::QualType type = ctx.getRecordType(method->getParent());
  TypeClass cls = unit.types().classify(type);
  bool isInternalBase = cls == TypeClass::Other || cls == TypeClass::Record; // of libstdc++
  if (isInternalBase && !object->type.isNull()) {
    type = object->type;
    cls = unit.types().classify(type);
  }
  if (llvm::isa<clang::CXXConversionDecl>(method)) {
    if (cls == TypeClass::StdOptional)
      return hasValue(object);
    return load(object, expr); // std::string to std::string_view, reference_wrapper, an element of vector<bool> ...
  }
  std::string name = method->getNameAsString();
  MemberCall call{method, name, object, args, expr, {}};
  if (name == "operator=" && args.size() == 1)
    return stdAssign(call, type);
  switch (cls) {
  case TypeClass::StdOptional:
    return optionalMember(call);
  case TypeClass::StdVector:
  case TypeClass::StdArray:
  case TypeClass::StdSpan:
  case TypeClass::StdInitializerList:
    call.element = unit.types().templateArgument(type, 0);
    return containerMember(call);
  case TypeClass::StdString:
  case TypeClass::StringView:
    return textMember(call);
  default:
    return std::nullopt;
  }
}

bool LibraryLowering::isOptionalInput(const Value &value) {
  for (Object *object : optionalObjects)
    if (object && object->leaf.is(Value::Kind::Tensor) && object->leaf.operand.value == value.operand.value)
      return true;
  return false;
}

/// Whether the emitted function's own optional parameter is given, without asking.
bool LibraryLowering::optionalGiven(const Value &value) {
  for (unsigned i = 0; i != optionalObjects.size(); ++i) {
    const Value &leaf = optionalObjects[i] ? optionalObjects[i]->leaf : value;
    bool same = value.is(Value::Kind::Attribute)
                    ? leaf.attribute == value.attribute
                    : leaf.is(Value::Kind::Tensor) && leaf.operand.value == value.operand.value;
    if (same)
      return i >= presence.given.size() || presence.given[i];
  }
  return true;
}

} // namespace onnxc::lower
