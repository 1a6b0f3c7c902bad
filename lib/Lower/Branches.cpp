//===- Branches.cpp - If: both sides are lowered, then what they changed is merged -===//
#include "Branches.h"
#include "Graph/Building/Formula.h"

namespace onnxc::lower {

void BranchLowering::finishSide(BranchSide &side) {
  Flow end = flow();
  side.jumped = end == Flow::Dead;
  side.goesOn = end == Flow::Live;
  side.deadFrom = UINT64_MAX;
  auto isSet = [](Object *flag) { return flag && flag->leaf.isKnownNumber() && flag->leaf.isTrue(); };
  for (JumpTarget *target = frame->target; target; target = target->outer) {
    if (target->isSwitch)
      continue;
    if (isSet(target->broken) || isSet(target->continued))
      side.deadFrom = target->bodyBirth;
    break;
  }
  if (isSet(frame->returned))
    side.deadFrom = frame->birth;
  side.aggregates.clear();
  // Parts may be older than the side: load them before they are taken back.
  Store::Writes writes = store.rollback();
  store.begin();
  store.apply(writes);
  for (auto &[object, contents] : writes)
    if (contents.aggregate)
      side.aggregates[object] = contentsOf(object);
  side.writes = store.rollback();
}

void BranchLowering::runSide(BranchSide &side, llvm::function_ref<void()> body) {
  side.graph = builder.newSubgraph();
  store.begin();
  {
    graph::Builder::Insert insert(builder, *side.graph);
    body();
  }
  finishSide(side);
}

void BranchLowering::resumeSide(BranchSide &side, const Rest *rest) {
  store.begin();
  store.apply(side.writes);
  {
    graph::Builder::Insert insert(builder, *side.graph);
    execSeq(rest);
  }
  finishSide(side);
}

bool BranchLowering::branch(const Value &condition, Location location, llvm::function_ref<void()> thenSide,
                            llvm::function_ref<void()> elseSide, const Rest *rest, bool allowWhere) {
  BranchSide a, b;
  runSide(a, thenSide);
  runSide(b, elseSide);
  bool moved = rest && ((a.jumped && b.goesOn) || (b.jumped && a.goesOn));
  if (moved)
    resumeSide(a.jumped ? b : a, rest);
  builder.location = location.getRawEncoding();
  mergeSides(condition, location, a, b, allowWhere);
  return moved;
}

static void fillPending(Value &value, const std::vector<graph::Operand> &outputs, const MergePlan &plan) {
  if (value.pending >= 0) {
    clang::QualType type = plan.numberTypes[value.pending];
    bool maybeUnset = value.maybeUnset;
    clang::SourceLocation where = value.where;
    value =
        type.isNull() ? Value::tensorOf(outputs[value.pending]) : Value::runtime(outputs[value.pending].value, type);
    value.maybeUnset = maybeUnset;
    value.where = where;
    return;
  }
  for (Value &element : value.elements)
    fillPending(element, outputs, plan);
}

void BranchLowering::mergeSides(const Value &condition, Location location, BranchSide &a, BranchSide &b,
                                bool allowWhere) {
  MergePlan plan;
  plan.thenSide = &a;
  plan.elseSide = &b;
  plan.condition = condition;
  std::vector<std::pair<Object *, Value>> merged;
  auto sideValue = [&](BranchSide &side, Object *object) {
    auto found = side.writes.find(object);
    if (found == side.writes.end())
      return contentsOf(object);
    return found->second.aggregate ? side.aggregates[object] : found->second.leaf;
  };
  auto merge = [&](Object *object) {
    if (object->birth >= store.now())
      return;
    plan.thenDead = !object->outlivesJumps && object->lifetime >= a.deadFrom;
    plan.elseDead = !object->outlivesJumps && object->lifetime >= b.deadFrom;
    plan.isResult = object->isResult;
    if (plan.thenDead && plan.elseDead)
      return;
    merged.emplace_back(object, mergeValues(sideValue(a, object), sideValue(b, object), plan, object->name, location));
  };
  for (auto &[object, contents] : a.writes)
    merge(object);
  for (auto &[object, contents] : b.writes)
    if (!a.writes.count(object))
      merge(object);
  std::vector<graph::Operand> outputs;
  if (!plan.thenOutputs.empty()) {
    if (!allowWhere || !tryWhere(condition, plan, a, b, outputs)) {
      auto result = control.ifElse(condition.operand, std::move(a.graph), plan.thenOutputs, std::move(b.graph),
                                   plan.elseOutputs, plan.hints);
      if (!result) {
        int pair = result.error().operand;
        fail(result.error(), location);
        if (pair >= 0 && pair < static_cast<int>(plan.places.size())) {
          Diag &diag = diags.last();
          if (plan.places[pair].first.isValid())
            diag.note(plan.places[pair].first, DiagId::NoteAssignedHere);
          if (plan.places[pair].second.isValid())
            diag.note(plan.places[pair].second, DiagId::NoteAssignedHere);
        }
        for (auto &[object, value] : merged)
          write(object, Value::poison());
        return;
      }
      outputs = std::move(*result);
    }
  }
  for (auto &[object, value] : merged) {
    fillPending(value, outputs, plan);
    write(object, std::move(value));
  }
}

/// Where instead of If: both sides are there already, and no broadcast is hidden in it.
bool BranchLowering::tryWhere(const Value &condition, MergePlan &plan, BranchSide &a, BranchSide &b,
                              std::vector<graph::Operand> &outputs) {
  if (plan.thenOutputs.size() != 1 || !a.graph->nodes.empty() || !b.graph->nodes.empty() ||
      !plan.numberTypes[0].isNull())
    return false;
  const graph::Operand &x = plan.thenOutputs[0], &y = plan.elseOutputs[0];
  if (!x.value || !y.value || x.flexible || y.flexible || builder.typeOf(condition.operand).rank() != 0)
    return false;
  graph::Type left = builder.typeOf(x), right = builder.typeOf(y);
  if (!left.isTensor() || !right.isTensor() || !left.shape || !right.shape || left.shape != right.shape ||
      left.elem != right.elem ||
      !graph::hasWhere(left.elem)) // in a script that leaves its type open, that of the call may be any
    return false;
  for (const graph::Dim &dim : *left.shape)
    if (!dim.isKnown() && dim.symbol.empty())
      return false;
  auto result = builder.op("Where", {condition.operand, x, y});
  if (!result)
    return false;
  outputs.push_back(graph::Operand(*result));
  return true;
}

bool BranchLowering::visible(const Value &value) {
  if (value.is(Value::Kind::Tensor) || value.isRuntimeNumber())
    return !value.operand.value || builder.graph().sees(value.operand.value);
  return true;
}

static Value unsetAggregate(const Value &like) {
  Value value(Value::Kind::Aggregate);
  value.elements.resize(like.elements.size());
  return value;
}

Value BranchLowering::mergeValues(const Value &a, const Value &b, MergePlan &plan, const std::string &name,
                                  Location where) {
  if (same(a, b))
    return a;
  if (a.isPoison() || b.isPoison())
    return Value::poison();
  bool aList = a.is(Value::Kind::Aggregate), bList = b.is(Value::Kind::Aggregate);
  bool aNone = a.is(Value::Kind::Unset) || plan.thenDead, bNone = b.is(Value::Kind::Unset) || plan.elseDead;
  if (aList && !bList && bNone)
    return mergeValues(a, unsetAggregate(a), plan, name, where);
  if (bList && !aList && aNone)
    return mergeValues(unsetAggregate(b), b, plan, name, where);
  if (!aList && !bList)
    return mergeLeaves(a, b, plan, name, where);
  if (!aList || !bList || a.elements.size() != b.elements.size()) {
    if (plan.thenDead || plan.elseDead)
      return plan.thenDead ? b : a;
    report(where, DiagId::BranchSizes) << quoted(name);
    return Value::poison();
  }
  Value result(Value::Kind::Aggregate);
  result.result = a.result && b.result;
  for (size_t i = 0; i != a.elements.size(); ++i)
    result.elements.push_back(mergeValues(a.elements[i], b.elements[i], plan, name, where));
  return result;
}

/// A value of the same type, made in `graph`, for a path on which it is never read.
Value BranchLowering::placeholderLike(const Value &value, graph::Graph &graph) {
  graph::Builder::Insert insert(builder, graph);
  graph::Operand operand = value.operand;
  if (operand.literal)
    return value;
  auto made = builder.placeholder(builder.typeOf(operand));
  if (!made) {
    fail(made.error(), value.where);
    return Value::poison();
  }
  Value result = value;
  result.operand = graph::Operand(*made, operand.flexible);
  result.operand.declaredDouble = operand.declaredDouble;
  return result;
}

Value BranchLowering::mergeLeaves(const Value &a, const Value &b, MergePlan &plan, const std::string &name,
                                  Location where) {
  bool aUnset = a.is(Value::Kind::Unset), bUnset = b.is(Value::Kind::Unset);
  if (aUnset && bUnset) {
    Value value = a.maybeUnset ? a : b;
    value.maybeUnset = a.maybeUnset || b.maybeUnset;
    return value;
  }
  bool skipA = plan.thenDead || aUnset, skipB = plan.elseDead || bUnset;
  bool maybeUnset = (a.maybeUnset && !plan.thenDead && !plan.thenSide->jumped) ||
                    (b.maybeUnset && !plan.elseDead && !plan.elseSide->jumped) ||
                    (!plan.isResult && ((aUnset && !plan.thenDead && !plan.thenSide->jumped) ||
                                        (bUnset && !plan.elseDead && !plan.elseSide->jumped)));
  auto finish = [&](Value value) {
    value.maybeUnset = maybeUnset;
    value.where = skipA ? b.where : a.where;
    return value;
  };
  if (skipA && skipB)
    return finish(aUnset ? b : a);
  auto isPlain = [](const Value &value) {
    return value.is(Value::Kind::Tensor) || value.is(Value::Kind::Number) || value.is(Value::Kind::Attribute) ||
           value.is(Value::Kind::Constant) || value.is(Value::Kind::Text);
  };
  if (skipA || skipB) {
    const Value &other = skipA ? b : a;
    if (visible(other) || !isPlain(other))
      return finish(other);
    Value placeholder = placeholderLike(other, skipA ? *plan.thenSide->graph : *plan.elseSide->graph);
    if (placeholder.isPoison())
      return placeholder;
    Value pending = other;
    pending.pending = static_cast<int>(plan.thenOutputs.size());
    plan.thenOutputs.push_back(skipA ? placeholder.operand : other.operand);
    plan.elseOutputs.push_back(skipA ? other.operand : placeholder.operand);
    plan.hints.push_back(name);
    plan.numberTypes.push_back(other.is(Value::Kind::Number) ? other.type : clang::QualType());
    plan.places.emplace_back(a.where, b.where);
    return finish(pending);
  }
  if (a.is(Value::Kind::Reference) && b.is(Value::Kind::Reference)) {
    Object *object = choose(plan.condition, a.object, b.object, where);
    return object ? finish(Value::reference(object)) : Value::poison();
  }
  if (!isPlain(a) || !isPlain(b)) {
    bool absent = a.is(Value::Kind::Absent) || b.is(Value::Kind::Absent);
    report(where, absent ? DiagId::BranchOptional : DiagId::BranchValues) << quoted(name);
    return Value::poison();
  }
  auto scalar = [](const Value &value) {
    return value.is(Value::Kind::Number) || (value.is(Value::Kind::Attribute) && value.type->isArithmeticType());
  };
  if (scalar(a) && scalar(b))
    return finish(mergeNumbers(a, b, plan, name));
  auto operandIn = [&](const Value &value, BranchSide &side) {
    graph::Builder::Insert insert(builder, *side.graph);
    return toTensor(value, where);
  };
  Value x = operandIn(a, *plan.thenSide), y = operandIn(b, *plan.elseSide);
  if (x.isPoison() || y.isPoison())
    return Value::poison();
  Value pending(Value::Kind::Tensor);
  pending.pending = static_cast<int>(plan.thenOutputs.size());
  plan.thenOutputs.push_back(x.operand);
  plan.elseOutputs.push_back(y.operand);
  plan.hints.push_back(name);
  plan.numberTypes.push_back({});
  plan.places.emplace_back(a.where, b.where);
  return finish(pending);
}

Value BranchLowering::mergeNumbers(const Value &first, const Value &second, MergePlan &plan, const std::string &name) {
  Value a = first.is(Value::Kind::Attribute) ? runtimeOf(first, first.where) : first;
  Value b = second.is(Value::Kind::Attribute) ? runtimeOf(second, second.where) : second;
  if (same(a, b))
    return a;
  if (a.type->isBooleanType() && b.isKnownNumber()) {
    bool isCondition = (a.isKnownNumber() && a.isTrue()) ||
                       (a.isRuntimeNumber() && a.operand.value && a.operand.value == plan.condition.operand.value);
    if (isCondition && !b.isTrue())
      return plan.condition.is(Value::Kind::Number) ? plan.condition
                                                    : Value::runtime(plan.condition.operand.value, ctx.BoolTy);
    if (a.isKnownNumber() && !a.isTrue() && b.isTrue()) {
      auto negated = builder.op("Not", {plan.condition.operand});
      if (negated)
        return Value::runtime(*negated, ctx.BoolTy);
    }
  }
  auto nodeIn = [&](const Value &value, BranchSide &side) {
    graph::Builder::Insert insert(builder, *side.graph);
    return numberNode(value);
  };
  graph::Value *x = nodeIn(a, *plan.thenSide), *y = nodeIn(b, *plan.elseSide);
  if (!x || !y)
    return Value::poison();
  Value pending(Value::Kind::Number);
  pending.type = a.type;
  pending.pending = static_cast<int>(plan.thenOutputs.size());
  plan.thenOutputs.push_back(graph::Operand(x));
  plan.elseOutputs.push_back(graph::Operand(y));
  plan.hints.push_back(name);
  plan.numberTypes.push_back(a.type);
  plan.places.emplace_back(a.where, b.where);
  return pending;
}

} // namespace onnxc::lower
