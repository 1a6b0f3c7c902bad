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
      write(index, Value::tensorOf(number(next)));
      execSeq(push(stmt->getBody(), nullptr));
    };
    form.increment = [&] { next += *knownStep, --left; };
    return unrollFrom(form, 0);
  }
  loop(form);
}

} // namespace onnxc::lower
