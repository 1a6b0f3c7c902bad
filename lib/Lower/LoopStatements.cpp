//===- LoopStatements.cpp - The loop statements, as forms of one loop --------------------===//
#include "LoopForm.h"

namespace onnxc::lower {

void LoopLowering::execWhile(const clang::WhileStmt *stmt) {
  LoopForm form;
  form.location = stmt->getWhileLoc();
  form.condition = [&] {
    if (stmt->getConditionVariableDeclStmt())
      exec(stmt->getConditionVariableDeclStmt());
    return evalCondition(stmt->getCond());
  };
  form.body = [&] { execSeq(push(stmt->getBody(), nullptr)); };
  loop(form);
}

void LoopLowering::execDo(const clang::DoStmt *stmt) {
  LoopForm form;
  form.location = stmt->getDoLoc();
  form.conditionFirst = false;
  form.condition = [&] { return evalCondition(stmt->getCond()); };
  form.body = [&] { execSeq(push(stmt->getBody(), nullptr)); };
  loop(form);
}

void LoopLowering::execFor(const clang::ForStmt *stmt) {
  if (stmt->getInit())
    exec(stmt->getInit());
  LoopForm form;
  form.location = stmt->getForLoc();
  if (stmt->getCond())
    form.condition = [&] {
      if (stmt->getConditionVariableDeclStmt())
        exec(stmt->getConditionVariableDeclStmt());
      return evalCondition(stmt->getCond());
    };
  form.body = [&] { execSeq(push(stmt->getBody(), nullptr)); };
  if (stmt->getInc())
    form.increment = [&] { exec(stmt->getInc()); };
  if (!frame->unroll)
    analyseTrip(stmt, form);
  loop(form);
}

void LoopLowering::execRangeFor(const clang::CXXForRangeStmt *stmt) {
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
  using Proto = onnx::AttributeProto;
  if (container->leaf.is(Value::Kind::Attribute))
    for (auto list : {Proto::INTS, Proto::FLOATS, Proto::STRINGS})
      if (container->leaf.attribute->type == list)
        return forOverList(stmt, container);
  report(rangeVar->getInit()->getBeginLoc(), DiagId::RangeForOver) << rangeVar->getInit()->getType();
}

/// Constant arrays, packs in arrays, vectors: one copy of the body for each element.
void LoopLowering::forOverElements(const clang::CXXForRangeStmt *stmt, Object *container) {
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
      Value value = contentsOf(element);
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
  unrollFrom(form, 0);
}

/// A list that is an attribute.
void LoopLowering::forOverList(const clang::CXXForRangeStmt *stmt, Object *container) {
  const clang::VarDecl *var = stmt->getLoopVariable();
  Location location = stmt->getForLoc();
  clang::QualType element = var->getType().getNonReferenceType();
  Value list = runtimeOf(container->leaf, location);
  if (list.isPoison())
    return;
  Value size = listSize(list, location);
  if (size.isPoison())
    return;
  LoopForm form;
  form.location = location;
  Trip trip;
  trip.index = store.create(ctx.getIntTypeForBitwidth(64, 1), var->getNameAsString() + "_index", knownInt64(0));
  trip.start = knownInt64(0);
  trip.count = graph::Operand(size.operand.value, true);
  trip.step = 1;
  Object *index = trip.index;
  form.body = [&] {
    Value value = listElement(list, contentsOf(index), element, location);
    frame->locals[var] = store.create(element, var->getNameAsString(), std::move(value), var->getLocation());
    execSeq(push(stmt->getBody(), nullptr));
  };
  form.trip = std::move(trip);
  loop(form);
}

static std::optional<int64_t> literalInteger(const graph::Operand &operand) {
  if (operand.literal && operand.literal->isScalar())
    if (const auto *number = std::get_if<int64_t>(&operand.literal->data[0]))
      return *number;
  return std::nullopt;
}

static graph::Operand number(int64_t n) { return graph::Operand(graph::Literal(graph::Number(n))); }

/// How many elements range(start, stop, step) has, ceil((stop - start) / step), or fewer than none. None after an
/// error.
std::optional<graph::Operand> LoopLowering::rangeCount(const graph::Operand &start, const graph::Operand &stop,
                                                       const graph::Operand &step, Location location) {
  auto combine = [&](graph::CppOp op, graph::Result<graph::Operand> a, const graph::Operand &b) {
    return a ? builder.cpp(op, {*a, b}) : a;
  };
  graph::Result<graph::Operand> count = stop;
  if (literalInteger(start) != 0)
    count = combine(graph::CppOp::Sub, count, start);
  std::optional<int64_t> knownStep = literalInteger(step);
  if (knownStep && *knownStep != 1) {
    count = combine(graph::CppOp::Add, count, number(*knownStep > 0 ? *knownStep - 1 : *knownStep + 1));
    count = combine(graph::CppOp::Div, count, number(*knownStep));
  } else if (!knownStep) {
    // For either direction: (distance + step - sign(step)) / step truncates to what is wanted.
    auto node = builder.materialise(step);
    auto sign = node ? builder.op("Sign", {graph::Operand(*node)}) : node;
    count = sign ? combine(graph::CppOp::Add, count, step) : graph::Result<graph::Operand>(sign.error());
    if (sign)
      count = combine(graph::CppOp::Sub, count, graph::Operand(*sign, true));
    count = combine(graph::CppOp::Div, count, step);
  }
  if (count)
    return *count;
  fail(count.error(), location);
  return std::nullopt;
}

void LoopLowering::forOverRange(const clang::CXXForRangeStmt *stmt, const Value &range) {
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
  std::optional<int64_t> knownStep = literalInteger(step.operand);
  if (knownStep && *knownStep == 0) {
    report(location, DiagId::RangeStepZero);
    return;
  }
  auto count = rangeCount(start.operand, stop.operand, step.operand, location);
  if (!count)
    return;
  auto knownStart = literalInteger(start.operand), knownCount = literalInteger(*count);
  if (frame->unroll && knownStart && knownStep && knownCount) {
    int64_t next = *knownStart, left = *knownCount;
    form.condition = [&] { return knownBool(left > 0); };
    form.body = [&] {
      write(index, Value::tensorOf(number(next)));
      execSeq(push(stmt->getBody(), nullptr));
    };
    form.increment = [&] { next += *knownStep, --left; };
    return unrollFrom(form, 0);
  }
  Trip trip;
  trip.index = index;
  trip.start = start;
  trip.count = *count;
  trip.step = knownStep.value_or(1);
  if (!knownStep)
    trip.runtimeStep = step.operand;
  form.trip = std::move(trip);
  loop(form);
}

} // namespace onnxc::lower
