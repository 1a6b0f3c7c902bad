//===- LoopStates.cpp - What a Loop carries, and its node ---------------------------------===//
#include "LoopForm.h"

namespace onnxc::lower {

/// Adds what the pass changed to `carried`, and gives states the types that they got. False when nothing is new.
bool LoopLowering::widen(LoopPass &pass, llvm::MapVector<Object *, Value> &carried, LoopForm &form) {
  bool changed = false;
  for (auto &[object, contents] : pass.writes) {
    if (form.trip && form.trip->declaredInside && object == form.trip->index)
      continue;
    const Value &final = contents.leaf;
    Value init = contentsOf(object);
    auto found = carried.find(object);
    bool isNew = found == carried.end();
    if (object == frame->returned)
      continue; // false in each iteration: the loop ends where it is set
    if (contents.aggregate || init.is(Value::Kind::Aggregate)) {
      if (init.is(Value::Kind::Unset) || object->isResult)
        continue; // an aggregate that is set in the body for the first time
      internal(form.location, "a loop changes the parts of " + quoted(object->name));
      return false;
    }
    if (isNew && same(final, init))
      continue;
    if (final.isPoison() || init.isPoison())
      continue;
    if (init.is(Value::Kind::Unset) || final.is(Value::Kind::Unset) || final.is(Value::Kind::Void))
      continue; // set in the body only: exported, not carried
    Value formal = isNew ? Value() : found->second;
    if (!widenState(object, init, final, formal, isNew))
      continue;
    carried[object] = formal;
    changed = true;
  }
  return changed;
}

/// The state's formal for the next pass; false when it stays as it is.
bool LoopLowering::widenState(Object *object, const Value &init, const Value &final, Value &formal, bool isNew) {
  auto refuseState = [&](DiagId id) -> Diag & {
    Diag &diag = report(final.where.isValid() ? final.where : object->declared, id) << object->name;
    return diag;
  };
  auto plain = [](const Value &value) {
    return value.is(Value::Kind::Tensor) || value.is(Value::Kind::Number) || value.is(Value::Kind::Attribute) ||
           value.is(Value::Kind::Constant) || value.is(Value::Kind::Text);
  };
  if (!plain(init) || !plain(final)) {
    refuseState(DiagId::LoopState);
    return false;
  }
  bool number = init.is(Value::Kind::Number) || (init.is(Value::Kind::Attribute) && init.type->isArithmeticType());
  if (number && !init.type.isNull() && !(final.is(Value::Kind::Tensor))) {
    if (!isNew)
      return false;
    formal = Value::runtime(patternOf(object->name, graph::Type::scalar(dtypeOf(init.type))), init.type);
    return true;
  }
  Value a = isNew ? toTensor(init, object->declared) : formal, b = toTensor(final, object->declared);
  if (a.isPoison() || b.isPoison())
    return false;
  graph::Type before = builder.typeOf(a.operand);
  graph::LoopState state = control.stateOf(a.operand);
  switch (control.widen(state, b.operand)) {
  case graph::Widening::OtherKind:
    refuseState(DiagId::LoopState);
    return false;
  case graph::Widening::OtherElement: {
    Diag &diag = refuseState(DiagId::LoopStateType);
    diag << graph::toString(before) << graph::toString(builder.typeOf(b.operand));
    if (init.where.isValid())
      diag.note(init.where, DiagId::NoteInitialValue) << graph::toString(before);
    return false;
  }
  case graph::Widening::None:
    if (!isNew)
      return false;
    break;
  case graph::Widening::Wider:
    break;
  }
  Value next = Value::tensorOf(graph::Operand(patternOf(object->name, state.type), state.flexible));
  next.operand.declaredDouble = state.declaredDouble;
  next.where = final.where;
  formal = std::move(next);
  return true;
}

/// The Loop's node in the making.
struct LoopNode {
  std::vector<graph::Value *> initial, finals;
  std::vector<std::string> hints;
  std::vector<std::pair<Object *, Value>> behind; ///< what objects hold behind the loop; `pending` numbers an output
  bool guaranteed = false;                        ///< the body runs at least once
  bool failed = false;

  Value output(Value like) const {
    like.operand.value = nullptr;
    like.operand.literal.reset();
    like.constant = clang::APValue();
    like.pending = static_cast<int>(finals.size()) - 1;
    return like;
  }
};

/// The value as a node of the state's type, in the current graph.
graph::Value *LoopLowering::stateNode(Value value, const Value &formal, Location location) {
  if (value.is(Value::Kind::Attribute) && formal.is(Value::Kind::Number))
    value = runtimeOf(value, location);
  if (formal.is(Value::Kind::Number))
    return numberNode(value);
  Location where = value.where.isValid() ? value.where : location;
  value = toTensor(std::move(value), location);
  if (value.isPoison())
    return nullptr;
  auto node = builder.materialise(value.operand, builder.typeOf(formal.operand).elem);
  if (node)
    return *node;
  fail(node.error(), where);
  return nullptr;
}

void LoopLowering::addState(LoopNode &node, LoopPass &pass, Object *object, Location location) {
  const Value &formal = pass.formals[object];
  auto written = pass.writes.find(object);
  const Value &final = written == pass.writes.end() ? formal : written->second.leaf;
  node.initial.push_back(stateNode(contentsOf(object), formal, location));
  graph::Builder::Insert insert(builder, *pass.graph);
  node.finals.push_back(stateNode(final, formal, location));
  node.failed |= !node.initial.back() || !node.finals.back();
  node.hints.push_back(object->name);
  Value behind = node.output(formal);
  behind.where = final.where;
  node.behind.emplace_back(object, std::move(behind));
}

/// True where each way out of the loop has set the object.
bool LoopLowering::definedBehind(const LoopNode &node, const LoopPass &pass, Object *object, const Value &final) {
  if (object->isResult || object == frame->returned)
    return true;
  bool byCondition = !pass.normalExit || (node.guaranteed && !final.maybeUnset && !pass.unsetAtContinue.count(object));
  return byCondition && !pass.unsetAtBreak.count(object);
}

/// A value that the body sets for the first time: a placeholder goes in, the last value comes out.
Value LoopLowering::exportValue(LoopNode &node, LoopPass &pass, Object *object, Value final, Location location) {
  if (final.isPoison())
    return final;
  if (final.is(Value::Kind::Aggregate)) {
    for (Value &element : final.elements)
      element = exportValue(node, pass, object, std::move(element), location);
    return final;
  }
  final.maybeUnset = !definedBehind(node, pass, object, final);
  if (object == frame->returned && !node.guaranteed) { // it is set only if the body runs
    bool isOuter = final.isRuntimeNumber() && final.operand.value && builder.graph().sees(final.operand.value);
    graph::Builder::Insert insert(builder, *pass.graph);
    if (final.isKnownNumber())
      final = Value::runtime(numberNode(final), ctx.BoolTy);
    if (isOuter)
      if (auto inner = builder.op("Identity", {final.operand}))
        final = Value::runtime(*inner, ctx.BoolTy);
  }
  bool inside = final.operand.value && !builder.graph().sees(final.operand.value);
  if (!inside || (!final.is(Value::Kind::Tensor) && !final.is(Value::Kind::Number)))
    return final;
  graph::Type type = builder.typeOf(final.operand);
  auto init = builder.placeholder(type);
  if (!init) {
    fail(init.error(), final.where.isValid() ? final.where : location);
    node.failed = true;
    return Value::poison();
  }
  type.shape.reset(); // the body may give it another rank than the placeholder's
  pass.graph->addInput(object->name, type);
  node.initial.push_back(*init);
  node.finals.push_back(final.operand.value);
  node.hints.push_back(object->name);
  return node.output(std::move(final));
}

void LoopLowering::addExport(LoopNode &node, LoopPass &pass, Object *object, const Store::Contents &contents,
                             Location location) {
  Value final = contents.aggregate ? pass.aggregates[object] : contents.leaf;
  if (same(contentsOf(object), final))
    return;
  if (!final.isPoison() && !definedBehind(node, pass, object, final)) {
    final = Value();
    final.maybeUnset = true;
    final.where = location;
  }
  node.behind.emplace_back(object, exportValue(node, pass, object, std::move(final), location));
}

static void fillOutputs(Value &value, const std::vector<graph::Value *> &outputs) {
  if (value.pending >= 0) {
    value.operand.value = outputs[static_cast<size_t>(value.pending)];
    value.pending = -1;
  }
  for (Value &element : value.elements)
    fillOutputs(element, outputs);
}

void LoopLowering::emitLoop(LoopForm &form, LoopPass &pass, llvm::MapVector<Object *, Value> &carried,
                            const Value &condition, bool guaranteed) {
  builder.location = form.location.getRawEncoding();
  if (!form.trip && pass.goesOn.isKnown(true)) {
    report(form.location, DiagId::EndlessLoop);
    return;
  }
  LoopNode node;
  node.guaranteed = guaranteed;
  for (auto &[object, formal] : carried)
    addState(node, pass, object, form.location);
  for (auto &[object, contents] : pass.writes)
    if (!carried.count(object) && !(form.trip && form.trip->declaredInside && object == form.trip->index))
      addExport(node, pass, object, contents, form.location);
  auto poisonAll = [&] {
    for (auto &[object, contents] : pass.writes)
      write(object, Value::poison());
  };
  if (node.failed)
    return poisonAll();
  graph::Operand trips = form.trip ? form.trip->count : graph::Operand();
  graph::Operand before = condition.isKnownNumber() ? graph::Operand() : condition.operand;
  graph::Operand again = pass.goesOn.isKnownNumber() ? known(pass.goesOn.isTrue()) : pass.goesOn.operand;
  auto outputs = control.loop({trips, before, node.initial, std::move(pass.graph), again, node.finals, {}, node.hints});
  if (!outputs) {
    fail(outputs.error(), form.location);
    return poisonAll();
  }
  for (auto &[object, value] : node.behind) {
    fillOutputs(value, *outputs);
    write(object, std::move(value));
  }
  // The only way out was a return.
  if (!pass.normalExit && frame->returned->leaf.isRuntimeNumber() && !pass.breaks)
    write(frame->returned, knownBool(true));
}

} // namespace onnxc::lower
