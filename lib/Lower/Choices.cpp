//===- Choices.cpp - Objects that are one of several, chosen at run time -------------------===//
//
// `c ? a : b` as an object, `array[i]` with a run-time i, a function that returns
// one of two references: a choice remembers the condition and both objects. To
// read it is an If over what they hold, to write it is an If that writes to one.
//
//===------------------------------------------------------------------------===//
#include "BranchLowering.h"

namespace onnxc::lower {

static Object *followed(Object *object) {
  while (!object->aggregate && object->leaf.is(Value::Kind::Reference))
    object = object->leaf.object;
  return object;
}

/// False for what belongs to a graph that has ended.
bool BranchLowering::outlives(const Object *object) {
  if (object->choice)
    return visible(object->choice->condition) && outlives(object->choice->whenTrue) &&
           outlives(object->choice->whenFalse);
  if (!object->aggregate)
    return visible(object->leaf);
  return std::all_of(object->children.begin(), object->children.end(), [&](Object *child) { return outlives(child); });
}

/// `condition ? a : b`, where the condition is known at run time only. Null after an error.
Object *BranchLowering::choose(const Value &condition, Object *a, Object *b, Location location) {
  a = followed(a), b = followed(b);
  if (a == b)
    return a;
  if (!outlives(a) || !outlives(b) || a->aggregate != b->aggregate || a->children.size() != b->children.size()) {
    report(location, DiagId::ConditionalReference);
    return nullptr;
  }
  Object *choice = temporary(Value(), a->type);
  choice->choice = std::make_shared<const Choice>(Choice{condition, a, b, location});
  choice->aggregate = a->aggregate;
  choice->leaf = a->aggregate || !a->leaf.is(Value::Kind::Unset) ? a->leaf : b->leaf;
  for (size_t i = 0; i != a->children.size(); ++i) {
    choice->children.push_back(choose(condition, a->children[i], b->children[i], location));
    if (!choice->children.back())
      return nullptr;
  }
  return choice;
}

Value BranchLowering::contentsOf(Object *object) { return object->choice ? loadChoice(object) : store.load(object); }

void BranchLowering::write(Object *object, Value value) {
  if (object->choice)
    assignChoice(object, value);
  else
    store.assign(object, std::move(value));
}

Value BranchLowering::loadChoice(const Object *object) {
  const Choice &choice = *object->choice;
  Object *result = temporary(Value(), object->type);
  result->isResult = true;
  branch(
      choice.condition, choice.where, [&] { write(result, contentsOf(choice.whenTrue)); },
      [&] { write(result, contentsOf(choice.whenFalse)); }, nullptr, true);
  return contentsOf(result);
}

void BranchLowering::assignChoice(const Object *object, const Value &value) {
  const Choice &choice = *object->choice;
  branch(
      choice.condition, choice.where, [&] { write(choice.whenTrue, value); }, [&] { write(choice.whenFalse, value); },
      nullptr, true);
}

/// An element of a C++ array at a run-time index. Constant arrays of numbers are looked up in a tensor.
Object *BranchLowering::runtimeElement(Object *base, const Value &index, const clang::Expr *expr) {
  Location location = expr->getBeginLoc();
  mostIndexed = std::max<uint64_t>(mostIndexed, base->children.size());
  bool constant = std::all_of(base->children.begin(), base->children.end(),
                              [](Object *element) { return !element->aggregate && element->leaf.isKnownNumber(); });
  auto literal = constant ? literalList(contentsOf(base)) : std::nullopt;
  if (!literal)
    return elementIn(base, index, 0, base->children.size(), location);
  clang::QualType type = base->children[0]->leaf.type;
  builder.location = location.getRawEncoding();
  auto table = builder.materialise(graph::Operand(std::move(*literal)), dtypeOf(type));
  graph::Value *position = numberNode(convertNumber(index, ctx.getIntTypeForBitwidth(64, 1), location));
  auto element = table ? builder.op("Gather", {graph::Operand(*table), graph::Operand(position)}) : table;
  if (!element) {
    fail(element.error(), location);
    return nullptr;
  }
  return temporary(Value::runtime(*element, type), type);
}

/// By bisection.
Object *BranchLowering::elementIn(Object *base, const Value &index, size_t first, size_t last, Location location) {
  if (last - first == 1)
    return followed(base->children[first]);
  size_t middle = first + (last - first) / 2;
  Value below =
      arithmetic(clang::BO_LT, index, knownInt(static_cast<int64_t>(middle), index.type), index.type, location);
  Object *low = elementIn(base, index, first, middle, location);
  Object *high = elementIn(base, index, middle, last, location);
  return low && high && !below.isPoison() ? choose(below, low, high, location) : nullptr;
}

} // namespace onnxc::lower
