//===- Loops.cpp - Loops --------------------------------------------------------===//
//
// A body is lowered again until what it must carry is known: the first pass
// takes every variable for invariant, each further pass carries what the one
// before has changed, with the type that it got. Nothing else is carried, and
// what is not carried keeps all that is known of it.
//
//===------------------------------------------------------------------------===//
#include "LoopForm.h"
#include "llvm/ADT/ScopeExit.h"

namespace onnxc::lower {

namespace {
constexpr unsigned maxPasses = 200;
constexpr unsigned maxUnrolled = 20'000;
} // namespace

/// Runs the loop while compiling.
void LoopLowering::unrollFrom(LoopForm &form, unsigned trip) {
  JumpTarget target;
  target.outer = frame->target;
  target.broken = store.create(ctx.BoolTy, "broken", knownBool(false));
  frame->target = &target;
  std::function<void()> run = [&] {
    for (;; ++trip) {
      if (trip > 0 || form.conditionFirst) {
        Value goesOn = form.condition ? form.condition() : knownBool(true);
        if (goesOn.isPoison() || goesOn.isKnown(false))
          return;
        if (!goesOn.isKnownNumber()) {
          report(form.location, DiagId::LoopNotUnrolled);
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
      write(target.continued, knownBool(false));
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

/// The loop runs a known number of times, which is at most `most`, from a known start on.
static bool knownTrips(const LoopForm &form, uint64_t most) {
  if (!form.trip || !form.condition || !form.trip->start.isKnownNumber() || !form.trip->count.literal)
    return false;
  const auto *trips = std::get_if<int64_t>(&form.trip->count.literal->data[0]);
  return trips && static_cast<uint64_t>(*trips) <= std::min<uint64_t>(most, maxUnrolled);
}

/// Looks at the first pass over the body. True where there is no Loop to be made: the body runs at most once, or the
/// loop runs while compiling.
bool LoopLowering::withoutLoop(LoopForm &form, const LoopPass &first, const Value &condition, bool guaranteed,
                               size_t mark) {
  bool structural = false;
  for (auto &[object, contents] : first.writes)
    structural |=
        contents.aggregate && !object->isResult && (object->aggregate || !object->leaf.is(Value::Kind::Unset));
  bool once = first.goesOn.isKnown(false) || (form.trip && form.trip->count.literal &&
                                              form.trip->count.literal == graph::Literal(graph::Number(int64_t(1))));
  if (once && !diags.hasErrorsSince(mark) && loopOnce(form, condition, guaranteed))
    return true;
  // In a loop over the elements of a C++ array each index is known, if the loop is unrolled.
  structural |= knownTrips(form, mostIndexed);
  bool constant = guaranteed && first.graph->nodes.empty() && first.goesOn.isKnown(true) && !form.trip;
  if (!structural && !constant)
    return false;
  diags.takeBack(mark);
  if (form.trip && !form.condition) {
    report(form.location, DiagId::LoopNotUnrolled);
    return true;
  }
  if (form.trip) {
    write(form.trip->index, form.trip->start);
    form.trip.reset();
  } else if (guaranteed) {
    form.conditionFirst = false; // it has been evaluated
  }
  unrollFrom(form, 0);
  return true;
}

/// The bound changes in the body, so that the number of iterations is not known before.
static bool boundChanges(const LoopForm &form, const LoopPass &pass) {
  if (!form.trip || !form.condition)
    return false;
  bool changes = pass.indexChanged;
  for (auto &[object, contents] : pass.writes)
    changes |= object != form.trip->index && form.trip->reads.count(object);
  return changes;
}

void LoopLowering::loop(LoopForm &form) {
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
    if (condition.isPoison() || condition.isKnown(false))
      return;
    guaranteed = condition.isKnown(true);
  } else {
    guaranteed = true;
  }
  uint64_t indexedBefore = std::exchange(mostIndexed, 0);
  auto restore = llvm::make_scope_exit([&] { mostIndexed = std::max(mostIndexed, indexedBefore); });
  makeLoop(form, condition, guaranteed);
}

/// Lowers the body until it is known what it carries.
void LoopLowering::makeLoop(LoopForm &form, const Value &condition, bool guaranteed) {
  size_t mark = diags.mark();
  graph::LoopPasses passes(control, placeOf(form.location));
  llvm::DenseMap<Object *, ObjectName> names = namesBefore(passes);
  llvm::MapVector<Object *, Value> carried = resumeLoop(passes);
  for (unsigned pass = 0;; ++pass) {
    diags.takeBack(mark);
    passes.begin();
    LoopPass current = runPass(form, carried);
    if (boundChanges(form, current)) {
      diags.takeBack(mark);
      form.trip.reset();
      return loop(form);
    }
    if (pass == 0 && withoutLoop(form, current, condition, guaranteed, mark))
      return;
    bool changed = widen(current, carried, form);
    if (diags.hasErrorsSince(mark) || pass == maxPasses) {
      if (pass == maxPasses && !diags.hasErrorsSince(mark))
        internal(form.location, "what this loop carries could not be determined");
      if (changed && !diags.hasErrorsSince(mark))
        continue;
      if (changed && pass < 8) // an error of an early pass may be none in the last
        continue;
      for (auto &[object, contents] : current.writes)
        write(object, Value::poison());
      return;
    }
    if (changed)
      continue;
    emitLoop(form, current, carried, condition, guaranteed);
    return rememberLoop(passes, names, carried);
  }
}

/// The body runs at most once: no Loop.
bool LoopLowering::loopOnce(LoopForm &form, Value condition, bool guaranteed) {
  auto run = [&] {
    JumpTarget target;
    target.outer = frame->target;
    target.broken = store.create(ctx.BoolTy, "broken", knownBool(false));
    target.continued = store.create(ctx.BoolTy, "continued", knownBool(false));
    target.bodyBirth = store.now();
    frame->target = &target;
    if (form.trip)
      write(form.trip->index, form.trip->start);
    form.body();
    write(target.continued, knownBool(false));
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
  if (guaranteed) {
    run();
    return true;
  }
  if (form.trip) {
    auto any =
        builder.cpp(graph::CppOp::Gt, {form.trip->count, graph::Operand(graph::Literal(graph::Number(int64_t(0))))});
    condition = any ? tensorAsBool(Value::tensorOf(*any), form.location) : fail(any.error(), form.location);
  }
  if (!condition.isPoison())
    branch(condition, form.location, run, [] {});
  return true;
}

Value LoopLowering::tripIndex(LoopForm &form, graph::Value *iteration) {
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

LoopPass LoopLowering::runPass(LoopForm &form, const llvm::MapVector<Object *, Value> &carried) {
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
    write(object, formal);
  }
  Value index;
  if (form.trip && form.trip->declaredInside) {
    index = tripIndex(form, iteration);
    write(form.trip->index, index);
  } else if (form.trip) {
    index = contentsOf(form.trip->index);
  }
  form.body();
  if (form.trip)
    pass.indexChanged = !same(contentsOf(form.trip->index), index);
  write(target.continued, knownBool(false));
  // The increment and the condition, where no jump was taken.
  auto after = [&] {
    if (form.increment && !(form.trip && form.trip->declaredInside))
      form.increment();
    Value value = form.condition && !form.trip ? form.condition() : knownBool(true);
    pass.normalExit = form.trip || !value.isKnown(true);
    write(goesOn, std::move(value));
  };
  Flow end = flow();
  if (end == Flow::Live) {
    after();
  } else if (end == Flow::Maybe) {
    execUnlessJumped(after);
  } else {
    pass.normalExit = form.trip && !form.trip->count.literal; // it may run zero times
  }
  if (form.trip && form.trip->declaredInside)
    write(form.trip->index, form.trip->start); // dead behind the loop
  pass.goesOn = contentsOf(goesOn);
  pass.breaks = !contentsOf(target.broken).isKnown(false);
  pass.unsetAtBreak = target.unsetAtBreak;
  pass.unsetAtContinue = target.unsetAtContinue;
  Store::Writes writes = store.rollback();
  store.begin();
  store.apply(writes);
  for (auto &[object, contents] : writes)
    if (contents.aggregate)
      pass.aggregates[object] = contentsOf(object);
  pass.writes = store.rollback();
  pass.writes.erase(target.broken);
  pass.writes.erase(target.continued);
  pass.writes.erase(goesOn);
  frame->target = target.outer;
  return pass;
}

} // namespace onnxc::lower
