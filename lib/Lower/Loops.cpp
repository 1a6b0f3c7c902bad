//===- Loops.cpp - Loops --------------------------------------------------------===//
//
// A body is lowered again until what it must carry is known: the first pass
// takes every variable for invariant, each further pass carries what the one
// before has changed, with the type that it got. Nothing else is carried, and
// what is not carried keeps all that is known of it.
//
//===------------------------------------------------------------------------===//
#include "LoopForm.h"

namespace onnxc::lower {

namespace {
constexpr unsigned maxPasses = 200;
constexpr unsigned maxUnrolled = 20'000;
} // namespace

static bool isKnownBool(const Value &value, bool what) { return value.isKnownNumber() && value.isTrue() == what; }

void FunctionLowering::execWhile(const clang::WhileStmt *stmt) {
  LoopForm form;
  form.location = stmt->getWhileLoc();
  form.condition = [&] {
    if (stmt->getConditionVariableDeclStmt())
      execDecl(stmt->getConditionVariableDeclStmt());
    return evalCondition(stmt->getCond());
  };
  form.body = [&] { execSeq(push(stmt->getBody(), nullptr)); };
  loop(form);
}

void FunctionLowering::execDo(const clang::DoStmt *stmt) {
  LoopForm form;
  form.location = stmt->getDoLoc();
  form.conditionFirst = false;
  form.condition = [&] { return evalCondition(stmt->getCond()); };
  form.body = [&] { execSeq(push(stmt->getBody(), nullptr)); };
  loop(form);
}

void FunctionLowering::execFor(const clang::ForStmt *stmt) {
  if (stmt->getInit())
    exec(stmt->getInit());
  LoopForm form;
  form.location = stmt->getForLoc();
  if (stmt->getCond())
    form.condition = [&] {
      if (stmt->getConditionVariableDeclStmt())
        execDecl(stmt->getConditionVariableDeclStmt());
      return evalCondition(stmt->getCond());
    };
  form.body = [&] { execSeq(push(stmt->getBody(), nullptr)); };
  if (stmt->getInc())
    form.increment = [&] { exec(stmt->getInc()); };
  if (!frame->unroll)
    analyseTrip(stmt, form);
  loop(form);
}

void FunctionLowering::execRangeFor(const clang::CXXForRangeStmt *stmt) {
  if (stmt->getInit())
    exec(stmt->getInit());
  const clang::VarDecl *rangeVar = llvm::cast<clang::VarDecl>(stmt->getRangeStmt()->getSingleDecl());
  Object *container = ref(rangeVar->getInit());
  if (!container)
    return;
  if (container->leaf.is(Value::Kind::Range) && !container->aggregate)
    return forOverRange(stmt, container->leaf);
  if (container->aggregate)
    return forOverElements(stmt, container);
  if (container->leaf.isPoison())
    return;
  Value list = container->leaf;
  if (auto elements = literalList(list); elements && list.is(Value::Kind::Constant)) {
    report(stmt->getForLoc(), DiagId::RangeForOver) << rangeVar->getInit()->getType();
    return;
  }
  report(rangeVar->getInit()->getBeginLoc(), DiagId::RangeForOver) << rangeVar->getInit()->getType();
}

/// Constant arrays, packs in arrays, vectors: one copy of the body for each element.
void FunctionLowering::forOverElements(const clang::CXXForRangeStmt *stmt, Object *container) {
  std::vector<Object *> elements = container->children;
  const clang::VarDecl *var = stmt->getLoopVariable();
  LoopForm form;
  form.location = stmt->getForLoc();
  size_t next = 0;
  form.condition = [&] { return knownBool(next < elements.size()); };
  form.body = [&] {
    Object *element = elements[next];
    if (element->leaf.is(Value::Kind::Reference) && !element->aggregate)
      element = element->leaf.object;
    if (var->getType()->isReferenceType()) {
      frame->locals[var] = element;
    } else {
      Value value = store.load(element);
      if (!value.isPoison())
        value = convertTo(std::move(value), var->getType(), var->getLocation());
      frame->locals[var] = store.create(var->getType(), var->getNameAsString(), std::move(value), var->getLocation());
    }
    if (const auto *bindings = llvm::dyn_cast<clang::DecompositionDecl>(var))
      for (size_t i = 0; i != bindings->bindings().size() && i < frame->locals[var]->children.size(); ++i)
        frame->locals[bindings->bindings()[i]] = frame->locals[var]->children[i];
    execSeq(push(stmt->getBody(), nullptr));
  };
  form.increment = [&] { ++next; };
  // `next` is no object: count it by trips instead of by the closure's state, so that a trip may be lowered once only.
  unrollFrom(form, 0);
}

void FunctionLowering::forOverRange(const clang::CXXForRangeStmt *stmt, const Value &range) {
  const clang::VarDecl *var = stmt->getLoopVariable();
  Location location = stmt->getForLoc();
  LoopForm form;
  form.location = location;
  Object *index =
      store.create(var->getType().getNonReferenceType(), var->getNameAsString(), range.elements[0], var->getLocation());
  frame->locals[var] = index;
  form.body = [&] { execSeq(push(stmt->getBody(), nullptr)); };
  Value start = toTensor(range.elements[0], location), stop = toTensor(range.elements[1], location),
        step = toTensor(range.elements[2], location);
  if (start.isPoison() || stop.isPoison() || step.isPoison())
    return;
  Trip trip;
  trip.index = index;
  trip.start = start;
  auto literal = [](const graph::Operand &operand) -> std::optional<int64_t> {
    if (operand.literal && operand.literal->isScalar())
      if (const auto *number = std::get_if<int64_t>(&operand.literal->data[0]))
        return *number;
    return std::nullopt;
  };
  auto check = [&](auto result) -> std::optional<graph::Operand> {
    if (result)
      return *result;
    fail(result.error(), location);
    return std::nullopt;
  };
  std::optional<int64_t> knownStep = literal(step.operand);
  if (knownStep && *knownStep == 0) {
    report(location, DiagId::RangeStepZero);
    return;
  }
  auto number = [](int64_t n) { return graph::Operand(graph::Literal(graph::Number(n))); };
  std::optional<graph::Operand> count = stop.operand;
  if (literal(start.operand) != 0)
    count = check(builder.cpp(graph::CppOp::Sub, {stop.operand, start.operand}));
  if (count && knownStep && *knownStep != 1) {
    int64_t round = *knownStep > 0 ? *knownStep - 1 : *knownStep + 1;
    count = check(builder.cpp(graph::CppOp::Add, {*count, number(round)}));
    if (count)
      count = check(builder.cpp(graph::CppOp::Div, {*count, number(*knownStep)}));
  } else if (count && !knownStep) {
    // ceil for either direction: (distance + step - sign(step)) / step truncates to what is wanted.
    trip.runtimeStep = step.operand;
    auto node = builder.materialise(step.operand);
    auto sign = node ? builder.op("Sign", {graph::Operand(*node)}) : node;
    if (!sign) {
      fail(sign.error(), location);
      return;
    }
    count = check(builder.cpp(graph::CppOp::Add, {*count, step.operand}));
    if (count)
      count = check(builder.cpp(graph::CppOp::Sub, {*count, graph::Operand(*sign, true)}));
    if (count)
      count = check(builder.cpp(graph::CppOp::Div, {*count, step.operand}));
  }
  if (!count)
    return;
  trip.count = *count;
  trip.step = knownStep.value_or(1);
  form.trip = std::move(trip);
  if (frame->unroll && literal(form.trip->count) && literal(start.operand) && knownStep) {
    int64_t next = *literal(start.operand), left = *literal(form.trip->count);
    form.trip.reset();
    form.condition = [&] { return knownBool(left > 0); };
    form.body = [&] {
      store.assign(index, Value::tensorOf(number(next)));
      execSeq(push(stmt->getBody(), nullptr));
    };
    form.increment = [&] { next += *knownStep, --left; };
    return unrollFrom(form, 0);
  }
  loop(form);
}

/// Runs the loop while compiling.
void FunctionLowering::unrollFrom(LoopForm &form, unsigned trip) {
  JumpTarget target;
  target.outer = frame->target;
  target.broken = store.create(ctx.BoolTy, "broken", knownBool(false));
  frame->target = &target;
  std::function<void()> run = [&] {
    for (;; ++trip) {
      if (trip > 0 || form.conditionFirst) {
        Value goesOn = form.condition ? form.condition() : knownBool(true);
        if (goesOn.isPoison() || isKnownBool(goesOn, false))
          return;
        if (!goesOn.isKnownNumber()) {
          report(form.location, frame->unroll ? DiagId::TraceNeedsValue : DiagId::LoopNotUnrolled);
          return;
        }
      }
      if (trip >= maxUnrolled) {
        report(form.location, DiagId::LoopTooLong);
        return;
      }
      target.continued = store.create(ctx.BoolTy, "continued", knownBool(false));
      target.bodyBirth = store.now();
      form.body();
      store.assign(target.continued, knownBool(false));
      Flow end = flow();
      if (end == Flow::Dead)
        return;
      if (end == Flow::Maybe) {
        execUnlessJumped([&] {
          if (form.increment)
            form.increment();
          ++trip;
          run();
        });
        return;
      }
      if (form.increment)
        form.increment();
    }
  };
  target.continued = store.create(ctx.BoolTy, "continued", knownBool(false));
  target.bodyBirth = store.now();
  run();
  frame->target = target.outer;
}

void FunctionLowering::loop(LoopForm &form) {
  if (frame->unroll)
    return unrollFrom(form, 0);
  Value condition = knownBool(true);
  bool guaranteed = !form.conditionFirst;
  if (form.trip) {
    const graph::Operand &count = form.trip->count;
    if (count.literal) {
      const auto *trips = std::get_if<int64_t>(&count.literal->data[0]);
      if (trips && *trips <= 0)
        return;
      guaranteed = trips != nullptr;
    }
  } else if (form.conditionFirst && form.condition) {
    condition = form.condition();
    if (condition.isPoison() || isKnownBool(condition, false))
      return;
    guaranteed = isKnownBool(condition, true);
  } else {
    guaranteed = true;
  }
  size_t mark = diags.mark();
  llvm::MapVector<Object *, Value> carried;
  for (unsigned pass = 0;; ++pass) {
    diags.takeBack(mark);
    LoopPass current = runPass(form, carried);
    if (form.trip) {
      bool boundChanges = current.indexChanged;
      for (auto &[object, contents] : current.writes)
        boundChanges |= object != form.trip->index && form.trip->reads.count(object);
      if (boundChanges && form.condition) {
        diags.takeBack(mark);
        form.trip.reset();
        return loop(form);
      }
    }
    if (pass == 0) {
      bool structural = false;
      for (auto &[object, contents] : current.writes)
        structural |=
            contents.aggregate && !object->isResult && (object->aggregate || !object->leaf.is(Value::Kind::Unset));
      bool once =
          isKnownBool(current.goesOn, false) || (form.trip && form.trip->count.literal &&
                                                 form.trip->count.literal == graph::Literal(graph::Number(int64_t(1))));
      if (once && !diags.hasErrorsSince(mark) && loopOnce(form, condition, guaranteed))
        return;
      bool constant = guaranteed && current.graph->nodes.empty() && isKnownBool(current.goesOn, true) && !form.trip;
      if (structural || constant) {
        diags.takeBack(mark);
        if (form.trip && !form.condition) {
          report(form.location, DiagId::LoopNotUnrolled);
          return;
        }
        if (form.trip) {
          store.assign(form.trip->index, form.trip->start);
          form.trip.reset();
        }
        return unrollFrom(form, 0);
      }
    }
    bool changed = widen(current, carried, form);
    if (diags.hasErrorsSince(mark) || pass == maxPasses) {
      if (pass == maxPasses && !diags.hasErrorsSince(mark))
        report(form.location, DiagId::LoopUnstable);
      if (changed && !diags.hasErrorsSince(mark))
        continue;
      if (changed && pass < 8) // an error of an early pass may be none in the last
        continue;
      for (auto &[object, contents] : current.writes)
        store.assign(object, Value::poison());
      return;
    }
    if (changed)
      continue;
    emitLoop(form, current, carried, condition, guaranteed);
    return;
  }
}

/// The body runs at most once: no Loop.
bool FunctionLowering::loopOnce(LoopForm &form, Value condition, bool guaranteed) {
  auto run = [&] {
    JumpTarget target;
    target.outer = frame->target;
    target.broken = store.create(ctx.BoolTy, "broken", knownBool(false));
    target.continued = store.create(ctx.BoolTy, "continued", knownBool(false));
    target.bodyBirth = store.now();
    frame->target = &target;
    if (form.trip)
      store.assign(form.trip->index, form.trip->start);
    form.body();
    store.assign(target.continued, knownBool(false));
    auto after = [&] {
      if (form.increment)
        form.increment();
      if (form.condition)
        form.condition();
    };
    Flow end = flow();
    if (end == Flow::Live)
      after();
    else if (end == Flow::Maybe)
      execUnlessJumped(after);
    frame->target = target.outer;
  };
  if (guaranteed)
    run();
  else if (form.trip)
    return false;
  else
    branch(condition, form.location, run, [] {});
  return true;
}

Value FunctionLowering::tripIndex(LoopForm &form, graph::Value *iteration) {
  Trip &trip = *form.trip;
  Location location = form.location;
  graph::Operand index(iteration, true);
  auto number = [](int64_t n) { return graph::Operand(graph::Literal(graph::Number(n))); };
  bool isNumber = trip.start.is(Value::Kind::Number);
  if (isNumber) {
    clang::QualType int64 = ctx.getIntTypeForBitwidth(64, 1);
    Value value = convertNumber(Value::runtime(iteration, int64), trip.start.type, location);
    if (trip.step != 1)
      value = arithmetic(clang::BO_Mul, value, knownInt(trip.step, trip.start.type), trip.start.type, location);
    bool zero = trip.start.isKnownNumber() && !trip.start.isTrue();
    return zero ? value : arithmetic(clang::BO_Add, trip.start, value, trip.start.type, location);
  }
  auto combine = [&](graph::CppOp op, graph::Operand a, graph::Operand b) {
    auto result = builder.cpp(op, {std::move(a), std::move(b)});
    if (!result)
      fail(result.error(), location);
    return result ? *result : graph::Operand();
  };
  if (!trip.runtimeStep.isAbsent())
    index = combine(graph::CppOp::Mul, index, trip.runtimeStep);
  else if (trip.step != 1)
    index = combine(graph::CppOp::Mul, index, number(trip.step));
  bool zero = trip.start.operand.literal && trip.start.operand.literal == graph::Literal(graph::Number(int64_t(0)));
  if (!zero && !index.isAbsent())
    index = combine(graph::CppOp::Add, trip.start.operand, index);
  return index.isAbsent() ? Value::poison() : Value::tensorOf(index);
}

LoopPass FunctionLowering::runPass(LoopForm &form, const llvm::MapVector<Object *, Value> &carried) {
  LoopPass pass;
  pass.graph = builder.newSubgraph();
  graph::Value *iteration =
      pass.graph->addInput(form.trip ? form.trip->index->name : "i", graph::Type::scalar(DType::INT64));
  if (form.trip)
    iteration->hint = form.trip->index->name.empty() ? "i" : form.trip->index->name;
  pass.graph->addInput("cond_in", graph::Type::scalar(DType::BOOL));
  JumpTarget target;
  target.outer = frame->target;
  target.broken = store.create(ctx.BoolTy, "broken", knownBool(false));
  target.continued = store.create(ctx.BoolTy, "continued", knownBool(false));
  Object *goesOn = store.create(ctx.BoolTy, "cond_out", knownBool(false));
  goesOn->outlivesJumps = true;
  pass.birth = target.bodyBirth = store.now();
  frame->target = &target;
  store.begin();
  graph::Builder::Insert insert(builder, *pass.graph);
  for (auto &[object, like] : carried) {
    Value formal = like;
    graph::Value *input = pass.graph->addInput(object->name, builder.typeOf(like.operand));
    formal.operand.value = input;
    formal.operand.literal.reset();
    pass.formals[object] = formal;
    store.assign(object, formal);
  }
  Value index;
  if (form.trip && form.trip->declaredInside) {
    index = tripIndex(form, iteration);
    store.assign(form.trip->index, index);
  } else if (form.trip) {
    index = store.load(form.trip->index);
  }
  form.body();
  if (form.trip)
    pass.indexChanged = !same(store.load(form.trip->index), index);
  store.assign(target.continued, knownBool(false));
  // The increment and the condition, where no jump was taken.
  auto after = [&] {
    if (form.increment && !(form.trip && form.trip->declaredInside))
      form.increment();
    Value value = form.condition && !form.trip ? form.condition() : knownBool(true);
    pass.normalExit = form.trip || !isKnownBool(value, true);
    store.assign(goesOn, std::move(value));
  };
  Flow end = flow();
  if (end == Flow::Live) {
    after();
  } else if (end == Flow::Maybe) {
    execUnlessJumped(after);
  } else {
    pass.normalExit = false;
  }
  if (form.trip && form.trip->declaredInside)
    store.assign(form.trip->index, form.trip->start); // dead behind the loop
  pass.goesOn = store.load(goesOn);
  pass.breaks = !isKnownBool(store.load(target.broken), false);
  pass.unsetAtBreak = target.unsetAtBreak;
  pass.unsetAtContinue = target.unsetAtContinue;
  Store::Writes writes = store.rollback();
  store.begin();
  store.apply(writes);
  for (auto &[object, contents] : writes)
    if (contents.aggregate)
      pass.aggregates[object] = store.load(object);
  pass.writes = store.rollback();
  pass.writes.erase(target.broken);
  pass.writes.erase(target.continued);
  pass.writes.erase(goesOn);
  frame->target = target.outer;
  return pass;
}

/// Adds what the pass changed to `carried`, and gives states the types that they got. False when nothing is new.
bool FunctionLowering::widen(LoopPass &pass, llvm::MapVector<Object *, Value> &carried, LoopForm &form) {
  bool changed = false;
  for (auto &[object, contents] : pass.writes) {
    if (form.trip && form.trip->declaredInside && object == form.trip->index)
      continue;
    const Value &final = contents.leaf;
    Value init = store.load(object);
    auto found = carried.find(object);
    bool isNew = found == carried.end();
    if (object == frame->returned)
      continue; // false in each iteration: the loop ends where it is set
    if (contents.aggregate || init.is(Value::Kind::Aggregate)) {
      if (init.is(Value::Kind::Unset) || object->isResult)
        continue; // an aggregate that is set in the body for the first time
      report(form.location, DiagId::LoopStructure) << object->name;
      return false;
    }
    if (isNew && same(final, init))
      continue;
    if (final.isPoison() || init.isPoison()) {
      if (isNew)
        continue;
      continue;
    }
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

static DType wider(DType a, DType b) {
  auto rank = [](DType type) {
    return type == DType::DOUBLE || type == DType::FLOAT ? 3 : type == DType::UINT64 ? 2 : type == DType::INT64 ? 1 : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

/// The state's formal for the next pass; false when it stays as it is.
bool FunctionLowering::widenState(Object *object, const Value &init, const Value &final, Value &formal, bool isNew) {
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
    // Any operand of the right type will do as a pattern: the pass makes the formal from its type.
    graph::Literal zero{graph::Number(int64_t(0))};
    auto node = builder.constant(zero, dtypeOf(init.type));
    if (!node) {
      fail(node.error(), object->declared);
      return false;
    }
    formal = Value::runtime(*node, init.type);
    return true;
  }
  Value a = isNew ? toTensor(init, object->declared) : formal, b = toTensor(final, object->declared);
  if (a.isPoison() || b.isPoison())
    return false;
  graph::Type left = builder.typeOf(a.operand), right = builder.typeOf(b.operand);
  bool leftFlexible = a.operand.isFlexible(), rightFlexible = b.operand.isFlexible();
  graph::Type state = left;
  if (left.kind != right.kind) {
    refuseState(DiagId::LoopState);
    return false;
  }
  state.shape = graph::join(left, right).shape;
  if (leftFlexible && rightFlexible)
    state.elem = wider(left.elem.dtype, right.elem.dtype) == DType::FLOAT ? DType::DOUBLE
                                                                          : wider(left.elem.dtype, right.elem.dtype);
  else if (leftFlexible)
    state.elem = right.elem;
  else if (!rightFlexible && !fn.typeVars.unify(left.elem, right.elem) && left.elem != right.elem) {
    Diag &diag = refuseState(DiagId::LoopStateType);
    diag << graph::toString(left) << graph::toString(right);
    if (init.where.isValid())
      diag.note(init.where, DiagId::NoteInitialValue) << graph::toString(left);
    return false;
  }
  state.elem = fn.typeVars.resolve(state.elem);
  bool flexible = leftFlexible && rightFlexible;
  if (!isNew && state == builder.typeOf(formal.operand) && flexible == formal.operand.flexible)
    return false;
  // A pattern value that has the state's type; it belongs to no graph that is emitted.
  graph::Value *pattern = nullptr;
  {
    patterns.push_back(builder.newSubgraph());
    pattern = patterns.back()->addInput(object->name, state);
  }
  Value next = Value::tensorOf(graph::Operand(pattern, flexible));
  next.operand.declaredDouble = a.operand.declaredDouble || b.operand.declaredDouble;
  next.where = final.where;
  formal = std::move(next);
  return true;
}

void FunctionLowering::emitLoop(LoopForm &form, LoopPass &pass, llvm::MapVector<Object *, Value> &carried,
                                const Value &condition, bool guaranteed) {
  builder.location = form.location.getRawEncoding();
  if (!form.trip && isKnownBool(pass.goesOn, true)) {
    report(form.location, DiagId::EndlessLoop);
    return;
  }
  std::vector<graph::Value *> initial, finals;
  std::vector<std::string> hints;
  std::vector<std::pair<Object *, Value>> targets; ///< with the pattern of the value behind the loop
  bool failed = false;
  auto inBody = [&](auto make) {
    graph::Builder::Insert insert(builder, *pass.graph);
    return make();
  };
  auto nodeOf = [&](graph::Result<graph::Value *> result, Location where) -> graph::Value * {
    if (result)
      return *result;
    fail(result.error(), where.isValid() ? where : form.location);
    failed = true;
    return nullptr;
  };
  auto finalOf = [&](Object *object) -> Value {
    auto found = pass.writes.find(object);
    return found == pass.writes.end() ? pass.formals[object] : found->second.leaf;
  };
  for (auto &[object, formal] : carried) {
    Value init = store.load(object), final = finalOf(object);
    graph::Type state = builder.typeOf(pass.formals[object].operand);
    if (formal.is(Value::Kind::Number)) {
      if (init.is(Value::Kind::Attribute))
        init = runtimeOf(init, form.location);
      initial.push_back(numberNode(init));
      finals.push_back(inBody(
          [&] { return numberNode(final.is(Value::Kind::Attribute) ? runtimeOf(final, form.location) : final); }));
      failed |= !initial.back() || !finals.back();
    } else {
      init = toTensor(init, form.location);
      initial.push_back(nodeOf(builder.materialise(init.operand, state.elem), init.where));
      finals.push_back(inBody([&] {
        return nodeOf(builder.materialise(toTensor(final, form.location).operand, state.elem), final.where);
      }));
    }
    hints.push_back(object->name);
    targets.emplace_back(object, pass.formals[object]);
    targets.back().second.where = final.where;
  }
  // Objects that the body sets for the first time: a placeholder goes in, the last value comes out.
  std::vector<std::pair<Object *, Value>> exports;
  auto definedBehind = [&](Object *object, const Value &final) {
    if (object->isResult || object == frame->returned)
      return true;
    bool byCondition = !pass.normalExit || (guaranteed && !final.maybeUnset && !pass.unsetAtContinue.count(object));
    return byCondition && !pass.unsetAtBreak.count(object);
  };
  std::function<Value(Object *, const Value &)> exportValue = [&](Object *object, const Value &final) -> Value {
    if (final.is(Value::Kind::Aggregate)) {
      Value result(Value::Kind::Aggregate);
      for (const Value &element : final.elements)
        result.elements.push_back(exportValue(object, element));
      return result;
    }
    bool plain = final.is(Value::Kind::Tensor) || final.is(Value::Kind::Number);
    Value result = final;
    if (object == frame->returned && final.isKnownNumber() && !guaranteed) {
      graph::Value *node = inBody([&] { return numberNode(final); });
      result = Value::runtime(node, ctx.BoolTy);
      return node ? exportValue(object, result) : Value::poison();
    }
    result.maybeUnset = !definedBehind(object, final);
    if (!plain || final.isKnownNumber() || final.operand.literal ||
        (final.operand.value && builder.graph().sees(final.operand.value)))
      return result;
    graph::Type type = builder.typeOf(final.operand);
    graph::Value *init = nodeOf(builder.placeholder(type), final.where);
    if (!init)
      return Value::poison();
    // The body may change the rank.
    initial.push_back(init);
    graph::Type stateType = type;
    stateType.shape.reset();
    pass.graph->addInput(object->name, stateType);
    finals.push_back(final.operand.value);
    hints.push_back(object->name);
    result.operand.value = nullptr;
    result.pending = static_cast<int>(finals.size()) - 1;
    return result;
  };
  for (auto &[object, contents] : pass.writes) {
    if (carried.count(object) || (form.trip && form.trip->declaredInside && object == form.trip->index))
      continue;
    Value init = store.load(object);
    Value final = contents.aggregate ? pass.aggregates[object] : contents.leaf;
    if (same(init, final))
      continue;
    if (final.isPoison()) {
      exports.emplace_back(object, Value::poison());
      continue;
    }
    if (!definedBehind(object, final)) {
      Value unset;
      unset.maybeUnset = true;
      unset.where = form.location;
      exports.emplace_back(object, unset);
      continue;
    }
    exports.emplace_back(object, exportValue(object, final));
  }
  if (failed) {
    for (auto &[object, contents] : pass.writes)
      store.assign(object, Value::poison());
    return;
  }
  graph::Operand tripCount = form.trip ? form.trip->count : graph::Operand();
  graph::Operand before = condition.isKnownNumber() ? graph::Operand() : condition.operand;
  graph::Operand again = pass.goesOn.isKnownNumber() ? known(pass.goesOn.isTrue()) : pass.goesOn.operand;
  auto result = builder.loop(tripCount, before, initial, std::move(pass.graph), again, finals, {}, hints);
  if (!result) {
    fail(result.error(), form.location);
    for (auto &[object, contents] : pass.writes)
      store.assign(object, Value::poison());
    return;
  }
  for (size_t i = 0; i != targets.size(); ++i) {
    Value value = targets[i].second;
    value.operand.value = (*result)[i];
    store.assign(targets[i].first, std::move(value));
  }
  std::function<void(Value &)> fill = [&](Value &value) {
    if (value.pending >= 0) {
      value.operand.value = (*result)[value.pending];
      value.pending = -1;
    }
    for (Value &element : value.elements)
      fill(element);
  };
  for (auto &[object, value] : exports) {
    fill(value);
    store.assign(object, std::move(value));
  }
  // The only way out was a return.
  if (!pass.normalExit && frame->returned->leaf.isRuntimeNumber() && pass.unsetAtBreak.empty() && !pass.breaks)
    store.assign(frame->returned, knownBool(true));
}

} // namespace onnxc::lower
