//===- Subgraphs.cpp - op::If, op::Loop, op::Scan, op::SequenceMap with lambdas -------===//
#include "FunctionLowering.h"

namespace onnxc::lower {

using frontend::Annotation;

std::optional<Value> FunctionLowering::callSubgraphOperator(const Annotation &op, const clang::FunctionDecl *callee,
                                                            llvm::ArrayRef<const clang::Expr *> args,
                                                            const clang::Expr *call) {
  if (!op.domain.empty() || !callee->isTemplateInstantiation())
    return std::nullopt;
  bool known = op.name == "If" || op.name == "Loop" || op.name == "Scan" || op.name == "SequenceMap";
  if (!known)
    return std::nullopt;
  if (!checkOpset(op, call))
    return Value::poison();
  builder.location = call->getExprLoc().getRawEncoding();
  if (op.name == "If")
    return callIf(args, call);
  if (op.name == "Loop")
    return callLoop(callee, args, call);
  if (op.name == "Scan")
    return callScan(callee, op, args, call);
  return callSequenceMap(op, args, call);
}

static clang::QualType callableType(const clang::Expr *expr) { return expr->getType().getNonReferenceType(); }

Value FunctionLowering::callIf(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  Value condition = toTensor(eval(args[0]), args[0]->getBeginLoc());
  condition = tensorAsBool(condition, args[0]->getBeginLoc());
  Object *thenBody = ref(args[1]), *elseBody = ref(args[2]);
  if (condition.isPoison() || !thenBody || !elseBody)
    return Value::poison();
  Object *result = temporary(Value());
  result->isResult = true;
  auto side = [&](Object *body, const clang::Expr *arg) {
    Value value = callObjects(body, {}, callableType(arg), arg->getBeginLoc());
    if (!value.isPoison() && !value.is(Value::Kind::Aggregate))
      value = toTensor(std::move(value), arg->getBeginLoc());
    value.where = arg->getBeginLoc();
    store.assign(result, std::move(value));
  };
  if (condition.isKnownNumber()) {
    side(condition.isTrue() ? thenBody : elseBody, args[condition.isTrue() ? 1 : 2]);
  } else {
    branch(condition, call->getExprLoc(), [&] { side(thenBody, args[1]); }, [&] { side(elseBody, args[2]); });
  }
  return store.load(result);
}

/// All tensors of a result in order; empty after an error.
std::vector<Value> FunctionLowering::flattenTensors(Value value, Location location) {
  if (value.is(Value::Kind::Reference))
    value = store.load(value.object);
  if (value.is(Value::Kind::Aggregate) && !value.result) {
    std::vector<Value> all;
    for (Value &element : value.elements)
      for (Value &part : flattenTensors(std::move(element), location))
        all.push_back(std::move(part));
    return all;
  }
  value = toTensor(read(std::move(value), "", location), location);
  if (value.isPoison())
    return {};
  return {std::move(value)};
}

std::vector<Value> FunctionLowering::bodyResults(graph::Graph &graph, const clang::Expr *callable,
                                                 std::vector<Value> args, Location location) {
  Object *object = ref(callable);
  if (!object)
    return {};
  store.begin();
  std::vector<Value> results;
  {
    graph::Builder::Insert insert(builder, graph);
    Value value = callObjects(object, std::move(args), callableType(callable), callable->getBeginLoc());
    if (!value.isPoison())
      results = flattenTensors(std::move(value), location);
  }
  for (auto &[written, contents] : store.rollback())
    if (!written->name.empty())
      report(callable->getBeginLoc(), DiagId::SubgraphWrites) << "'" + written->name + "'";
  return results;
}

Value FunctionLowering::callLoop(const clang::FunctionDecl *callee, llvm::ArrayRef<const clang::Expr *> args,
                                 const clang::Expr *call) {
  Location location = call->getExprLoc();
  auto templateArgs = callee->getTemplateSpecializationArgs();
  size_t states = templateArgs ? templateArgs->get(0).getAsIntegral().getZExtValue() : 0;
  Value trip = eval(args[0]), condition = eval(args[1]), initial = eval(args[2]);
  if (trip.isPoison() || condition.isPoison() || initial.isPoison())
    return Value::poison();
  std::vector<graph::Operand> start;
  if (!addInputOperands(initial, true, start, location))
    return Value::poison();
  if (start.size() != states) {
    report(args[2]->getBeginLoc(), DiagId::LoopStateCount) << std::to_string(states) << std::to_string(start.size());
    return Value::poison();
  }
  std::vector<graph::Value *> initials;
  std::vector<graph::Type> types;
  for (const graph::Operand &operand : start) {
    auto node = builder.materialise(operand);
    if (!node)
      return fail(node.error(), location);
    initials.push_back(*node);
    types.push_back(builder.typeOf(*node));
  }
  size_t mark = diags.mark();
  for (unsigned pass = 0;; ++pass) {
    diags.takeBack(mark);
    auto body = builder.newSubgraph();
    std::vector<Value> formals;
    formals.push_back(Value::tensorOf(graph::Operand(body->addInput("iteration", graph::Type::scalar(DType::INT64)))));
    formals.push_back(Value::tensorOf(graph::Operand(body->addInput("cond_in", graph::Type::scalar(DType::BOOL)))));
    for (const graph::Type &type : types)
      formals.push_back(Value::tensorOf(graph::Operand(body->addInput("state", type))));
    std::vector<Value> results = bodyResults(*body, args[3], std::move(formals), location);
    if (results.empty())
      return Value::poison();
    graph::Builder::Insert insert(builder, *body);
    std::vector<graph::Value *> finals, scans;
    bool widened = false;
    for (size_t i = 1; i < results.size(); ++i) {
      auto node = builder.materialise(results[i].operand, i <= states ? types[i - 1].elem : graph::ElemType());
      if (!node)
        return fail(node.error(), location);
      if (i > states) {
        scans.push_back(*node);
        continue;
      }
      finals.push_back(*node);
      graph::Type joined = graph::join(types[i - 1], builder.typeOf(*node));
      if (joined.shape != types[i - 1].shape && pass < 8) {
        types[i - 1].shape = joined.shape;
        widened = true;
      }
    }
    if (widened)
      continue;
    graph::Operand again = results[0].operand;
    builder.setGraph(insert.saved);
    auto loop = builder.loop(inputOperand(trip, location), inputOperand(condition, location), initials, std::move(body),
                             again, finals, scans);
    builder.setGraph(insert.saved);
    if (!loop)
      return fail(loop.error(), location);
    std::vector<Value> outputs;
    for (graph::Value *output : *loop)
      outputs.push_back(Value::tensorOf(graph::Operand(output)));
    if (outputs.size() == 1 && outputCount(call->getType()) == 1 &&
        unit.types().classify(call->getType()) != TypeClass::OnnxcOther)
      return outputs[0];
    Value result = Value::aggregate(std::move(outputs));
    result.result = true;
    return result;
  }
}

Value FunctionLowering::callScan(const clang::FunctionDecl *callee, const Annotation &op,
                                 llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  Location location = call->getExprLoc();
  auto templateArgs = callee->getTemplateSpecializationArgs();
  size_t states = templateArgs ? templateArgs->get(0).getAsIntegral().getZExtValue() : 0;
  std::vector<graph::Operand> operands;
  Value initial = eval(args[0]), scanned = eval(args[1]);
  if (!addInputOperands(initial, true, operands, location) || operands.size() != states) {
    if (!initial.isPoison())
      report(args[0]->getBeginLoc(), DiagId::LoopStateCount)
          << std::to_string(states) << std::to_string(operands.size());
    return Value::poison();
  }
  if (!addInputOperands(scanned, true, operands, location))
    return Value::poison();
  graph::Attributes attributes;
  if (args.size() > 3 && !addAttributes(args[3], attributes, op))
    return Value::poison();
  std::vector<int64_t> axes;
  for (const graph::Attribute &attribute : attributes)
    if (attribute.proto.name() == "scan_input_axes")
      axes.assign(attribute.proto.ints().begin(), attribute.proto.ints().end());
  auto body = builder.newSubgraph();
  std::vector<Value> formals;
  std::vector<graph::Operand> inputs;
  for (size_t i = 0; i != operands.size(); ++i) {
    auto node = builder.materialise(operands[i]);
    if (!node)
      return fail(node.error(), location);
    inputs.push_back(graph::Operand(*node));
    graph::Type type = builder.typeOf(*node);
    if (i >= states && type.shape) {
      int64_t axis = i - states < axes.size() ? axes[i - states] : 0;
      axis += axis < 0 ? type.rank() : 0;
      if (axis >= 0 && axis < type.rank())
        type.shape->erase(type.shape->begin() + axis);
    }
    formals.push_back(Value::tensorOf(graph::Operand(body->addInput(i < states ? "state" : "slice", type))));
  }
  std::vector<Value> results = bodyResults(*body, args[2], std::move(formals), location);
  if (results.empty())
    return Value::poison();
  {
    graph::Builder::Insert insert(builder, *body);
    for (size_t i = 0; i != results.size(); ++i) {
      auto node = builder.materialise(results[i].operand,
                                      i < states ? builder.typeOf(inputs[i].value).elem : graph::ElemType());
      if (!node)
        return fail(node.error(), location);
      body->outputs.push_back(*node);
    }
  }
  int outputs = static_cast<int>(results.size());
  attributes.push_back(graph::attr("body", std::move(body)));
  attributes.push_back(graph::attr("num_scan_inputs", static_cast<int64_t>(operands.size() - states)));
  auto result = builder.op("", "Scan", std::move(inputs), std::move(attributes), outputs);
  if (!result)
    return fail(result.error(), location, call);
  std::vector<Value> values;
  for (graph::Value *output : *result)
    values.push_back(Value::tensorOf(graph::Operand(output)));
  if (values.size() == 1 && unit.types().classify(call->getType()) == TypeClass::Tensor)
    return values[0];
  Value all = Value::aggregate(std::move(values));
  all.result = true;
  return all;
}

Value FunctionLowering::callSequenceMap(const Annotation &, llvm::ArrayRef<const clang::Expr *> args,
                                        const clang::Expr *call) {
  Location location = call->getExprLoc();
  const clang::Expr *callable = args.back();
  std::vector<graph::Operand> operands;
  bool fine = addInputOperands(eval(args[0]), false, operands, location);
  if (args.size() > 2)
    fine &= addInputOperands(eval(args[1]), true, operands, location);
  if (!fine)
    return Value::poison();
  auto body = builder.newSubgraph();
  std::vector<Value> formals;
  for (graph::Operand &operand : operands) {
    auto node = builder.materialise(operand);
    if (!node)
      return fail(node.error(), location);
    operand = graph::Operand(*node);
    graph::Type type = builder.typeOf(*node);
    type.kind = graph::Type::Kind::Tensor;
    formals.push_back(Value::tensorOf(graph::Operand(body->addInput("element", type))));
  }
  std::vector<Value> results = bodyResults(*body, callable, std::move(formals), location);
  if (results.empty())
    return Value::poison();
  {
    graph::Builder::Insert insert(builder, *body);
    for (Value &result : results) {
      auto node = builder.materialise(result.operand);
      if (!node)
        return fail(node.error(), location);
      body->outputs.push_back(*node);
    }
  }
  int outputs = static_cast<int>(results.size());
  graph::Attributes attributes;
  attributes.push_back(graph::attr("body", std::move(body)));
  auto result = builder.op("", "SequenceMap", std::move(operands), std::move(attributes), outputs);
  if (!result)
    return fail(result.error(), location, call);
  std::vector<Value> values;
  for (graph::Value *output : *result)
    values.push_back(Value::tensorOf(graph::Operand(output)));
  if (values.size() == 1)
    return values[0];
  Value all = Value::aggregate(std::move(values));
  all.result = true;
  return all;
}

} // namespace onnxc::lower
