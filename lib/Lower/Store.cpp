#include "Store.h"
#include <cassert>
#include <functional>

namespace onnxc::lower {

Object *Store::create(clang::QualType type, std::string name, Value value, clang::SourceLocation declared) {
  objects.emplace_back();
  Object *object = &objects.back();
  object->type = type;
  object->name = std::move(name);
  object->birth = object->lifetime = clock++;
  object->declared = declared;
  if (value.kind != Value::Kind::Aggregate) {
    object->leaf = std::move(value);
    return object;
  }
  object->aggregate = true;
  object->leaf.result = value.result;
  for (Value &element : value.elements)
    object->children.push_back(createPart(object, std::move(element)));
  return object;
}

Object *Store::createPart(Object *whole, Value value) {
  Object *part = create({}, whole->name, std::move(value), whole->declared);
  std::function<void(Object *)> share = [&](Object *object) {
    object->lifetime = whole->lifetime;
    object->isResult = whole->isResult;
    object->outlivesJumps = whole->outlivesJumps;
    for (Object *child : object->children)
      share(child);
  };
  share(part);
  return part;
}

Value Store::load(Object *object) {
  assert(!object->choice && "reading a choice makes an If");
  if (!object->aggregate) {
    if (reads)
      reads->insert(object);
    return object->leaf;
  }
  Value value(Value::Kind::Aggregate);
  value.result = object->leaf.result;
  for (Object *child : object->children)
    value.elements.push_back(load(child));
  return value;
}

void Store::remember(Object *object) {
  if (journals.empty() || object->birth >= journals.back().start || journals.back().old.count(object))
    return;
  journals.back().old[object] = Contents{object->aggregate, object->leaf, object->children};
}

void Store::write(Object *object, Contents contents) {
  remember(object);
  object->aggregate = contents.aggregate;
  object->leaf = std::move(contents.leaf);
  object->children = std::move(contents.children);
}

void Store::assign(Object *object, Value value) {
  assert(!object->choice && "writing a choice makes an If");
  if (value.kind != Value::Kind::Aggregate) {
    write(object, Contents{false, std::move(value), {}});
    return;
  }
  if (object->aggregate && object->children.size() == value.elements.size()) {
    for (size_t i = 0; i != value.elements.size(); ++i)
      assign(object->children[i], std::move(value.elements[i]));
    return;
  }
  Contents contents{true, Value(), {}};
  contents.leaf.result = value.result;
  for (Value &element : value.elements)
    contents.children.push_back(createPart(object, std::move(element)));
  write(object, std::move(contents));
}

void Store::setChildren(Object *object, std::vector<Object *> children) {
  write(object, Contents{true, object->leaf, std::move(children)});
}

void Store::begin() { journals.push_back(Journal{clock, {}}); }

Store::Writes Store::rollback() {
  Journal journal = std::move(journals.back());
  journals.pop_back();
  Writes writes;
  for (auto &[object, old] : journal.old) {
    writes[object] = Contents{object->aggregate, object->leaf, object->children};
    object->aggregate = old.aggregate;
    object->leaf = std::move(old.leaf);
    object->children = std::move(old.children);
  }
  return writes;
}

void Store::apply(const Writes &writes) {
  for (const auto &[object, contents] : writes)
    write(object, contents);
}

} // namespace onnxc::lower
