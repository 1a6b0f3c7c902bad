//===- Subgraphs.cpp - op::If, op::Loop, op::Scan, op::SequenceMap with lambdas -------===//
//
// What these operators mean is decided in lib/Graph (Control.h); here their
// bodies are lowered. onnxc::cond, for_loop and while_loop are If and Loop too.
//
//===------------------------------------------------------------------------===//
#include "CallLowering.h"

namespace onnxc::lower {

using frontend::Annotation;

static clang::QualType callableType(const clang::Expr *expr) { return expr->getType().getNonReferenceType(); }

/// A lambda or function that fills a nested graph.
class CallLowering::ScriptBody : public graph::SubgraphBody {
public:
  ScriptBody(CallLowering &lowering, const clang::Expr *callable)
      : lowering(lowering), place(callable->getBeginLoc()), callable(callable), object(lowering.ref(callable)),
        mark(lowering.diags.mark()) {}
  bool isFine() const { return object; }

  std::optional<std::vector<graph::Operand>> fill(const graph::Graph *,
                                                  const std::vector<graph::BodyInput> &inputs) override {
    lowering.diags.takeBack(mark); // only what the last pass over the body finds is true
    std::vector<Value> formals;
    for (const graph::BodyInput &input : inputs)
      formals.push_back(Value::tensorOf(input.operand));
    lowering.store.begin();
    std::optional<std::vector<Value>> values = results(std::move(formals));
    for (auto &[written, contents] : lowering.store.rollback())
      if (!written->name.empty())
        lowering.report(place, DiagId::SubgraphWrites) << "'" + written->name + "'";
    if (!values)
      return std::nullopt;
    std::vector<graph::Operand> operands;
    for (Value &value : *values)
      operands.push_back(std::move(value.operand));
    return operands;
  }

  /// All tensors that the callable gives, in order; none after an error.
  std::optional<std::vector<Value>> call(std::vector<Value> arguments) {
    Value value = lowering.callObjects(object, std::move(arguments), callableType(callable), place);
    std::vector<Value> values;
    if (!value.isPoison())
      values = lowering.flattenTensors(std::move(value), place);
    return values.empty() ? std::nullopt : std::optional(std::move(values));
  }

protected:
  /// What the nested graph gives for its inputs.
  virtual std::optional<std::vector<Value>> results(std::vector<Value> formals) { return call(std::move(formals)); }

private:
  CallLowering &lowering;
  clang::SourceLocation place;
  const clang::Expr *callable;
  Object *object;
  size_t mark;
};

/// The body of a for_loop: the condition is no business of it.
class CallLowering::ForBody final : public ScriptBody {
public:
  using ScriptBody::ScriptBody;

protected:
  std::optional<std::vector<Value>> results(std::vector<Value> formals) override {
    formals.erase(formals.begin() + 1);
    auto values = call(std::move(formals));
    if (values)
      values->insert(values->begin(), Value::tensorOf({}));
    return values;
  }
};

/// The body of a while_loop, behind which the condition is computed.
class CallLowering::WhileBody final : public ScriptBody {
public:
  WhileBody(CallLowering &lowering, const clang::Expr *body, ScriptBody &condition)
      : ScriptBody(lowering, body), condition(condition) {}

protected:
  std::optional<std::vector<Value>> results(std::vector<Value> formals) override {
    formals.erase(formals.begin(), formals.begin() + 2);
    size_t states = formals.size();
    auto values = call(std::move(formals));
    if (!values)
      return values;
    if (values->size() != states) { // an error, which says so
      values->insert(values->begin(), Value::tensorOf({}));
      return values;
    }
    auto again = condition.call(*values);
    if (!again)
      return again;
    values->insert(values->begin(), (*again)[0]);
    return values;
  }

private:
  ScriptBody &condition;
};

std::optional<Value> CallLowering::callSubgraphOperator(const Annotation &op, const clang::FunctionDecl *callee,
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
  if (graph::Status status = builder.checkOperator("", op.name, static_cast<int>(op.version)))
    return fail(*status, call->getBeginLoc(), call);
  if (op.name == "If")
    return callIf(args, call);
  if (op.name == "Loop")
    return callLoop(callee, args, call);
  if (op.name == "Scan")
    return callScan(op, callee, args, call);
  return callSequenceMap(args, call);
}

/// onnxc::cond, for_loop and while_loop.
std::optional<Value> CallLowering::controlCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  struct Row {
    llvm::StringLiteral name;
    Value (CallLowering::*handler)(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  };
  static constexpr Row rows[] = {{"cond", &CallLowering::callIf},
                                 {"for_loop", &CallLowering::callForLoop},
                                 {"while_loop", &CallLowering::callWhileLoop}};
  if (!callee->getIdentifier() || expr->getNumArgs() < 3)
    return std::nullopt;
  for (const Row &row : rows)
    if (callee->getName() == row.name)
      return (this->*row.handler)({expr->getArgs(), expr->getNumArgs()}, expr);
  return std::nullopt;
}

Value CallLowering::callIf(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
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
    write(result, std::move(value));
  };
  if (condition.isKnownNumber()) {
    side(condition.isTrue() ? thenBody : elseBody, args[condition.isTrue() ? 1 : 2]);
  } else {
    branch(condition, call->getExprLoc(), [&] { side(thenBody, args[1]); }, [&] { side(elseBody, args[2]); });
  }
  return contentsOf(result);
}

/// All tensors of a result in order; empty after an error.
std::vector<Value> CallLowering::flattenTensors(Value value, Location location) {
  if (value.is(Value::Kind::Reference))
    value = contentsOf(value.object);
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

/// What the operator gives: a tensor, or several. `places`: of its operands; the last is that of all that follow.
Value CallLowering::subgraphResult(graph::Result<std::vector<graph::Operand>> outputs, const clang::Expr *call,
                                   llvm::ArrayRef<const clang::Expr *> places) {
  if (!outputs) {
    auto operand = static_cast<size_t>(outputs.error().operand);
    bool isPlaced = outputs.error().operand >= 0 && !places.empty();
    return fail(outputs.error(),
                isPlaced ? places[std::min(operand, places.size() - 1)]->getBeginLoc() : call->getExprLoc(), call);
  }
  std::vector<Value> values;
  for (graph::Operand &output : *outputs)
    values.push_back(Value::tensorOf(std::move(output)));
  TypeClass type = unit.types().classify(call->getType());
  if (values.size() == 1 && outputCount(call->getType()) == 1 && type != TypeClass::OnnxcOther)
    return values[0];
  Value all = Value::aggregate(std::move(values));
  all.result = type != TypeClass::StdTuple;
  return all;
}

/// The template argument of an operator.
static size_t countArgument(const clang::FunctionDecl *callee, unsigned index) {
  const auto *arguments = callee->getTemplateSpecializationArgs();
  return arguments ? arguments->get(index).getAsIntegral().getZExtValue() : 0;
}

bool CallLowering::addStates(size_t wanted, const clang::Expr *arg, std::vector<graph::Operand> &states) {
  Value initial = eval(arg);
  if (initial.isPoison() || !addInputOperands(std::move(initial), true, states, arg->getBeginLoc()))
    return false;
  if (states.size() == wanted)
    return true;
  report(arg->getBeginLoc(), DiagId::LoopStateCount) << std::to_string(wanted) << std::to_string(states.size());
  return false;
}

Value CallLowering::callLoop(const clang::FunctionDecl *callee, llvm::ArrayRef<const clang::Expr *> args,
                             const clang::Expr *call) {
  graph::Control::LoopInputs inputs;
  Value trip = eval(args[0]), condition = eval(args[1]);
  if (trip.isPoison() || condition.isPoison() || !addStates(countArgument(callee, 0), args[2], inputs.initial))
    return Value::poison();
  size_t errors = diags.mark();
  inputs.tripCount = inputOperand(trip, args[0]->getBeginLoc());
  inputs.condition = inputOperand(condition, args[1]->getBeginLoc());
  inputs.scans = countArgument(callee, 1);
  inputs.place = placeOf(call->getExprLoc());
  ScriptBody body(*this, args[3]);
  if (!body.isFine() || diags.hasErrorsSince(errors))
    return Value::poison();
  return subgraphResult(control.loop(inputs, body), call, args.take_front(3));
}

Value CallLowering::callScan(const Annotation &op, const clang::FunctionDecl *callee,
                             llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  graph::Control::ScanInputs inputs;
  if (!addStates(countArgument(callee, 0), args[0], inputs.initial) ||
      !addInputOperands(eval(args[1]), true, inputs.scanned, args[1]->getBeginLoc()) ||
      (args.size() > 3 && !addAttributes(args[3], inputs.attributes, op)))
    return Value::poison();
  inputs.scans = countArgument(callee, 1);
  inputs.place = placeOf(call->getExprLoc());
  ScriptBody body(*this, args[2]);
  return body.isFine() ? subgraphResult(control.scan(std::move(inputs), body), call, {}) : Value::poison();
}

Value CallLowering::callSequenceMap(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  std::vector<graph::Operand> inputs;
  if (!addInputOperands(eval(args[0]), false, inputs, args[0]->getBeginLoc()) ||
      (args.size() > 2 && !addInputOperands(eval(args[1]), true, inputs, args[1]->getBeginLoc())))
    return Value::poison();
  ScriptBody body(*this, args.back());
  return body.isFine() ? subgraphResult(control.sequenceMap(std::move(inputs), body), call, {}) : Value::poison();
}

/// Arguments that are tensors, or become such.
std::optional<std::vector<graph::Operand>> CallLowering::tensorArguments(llvm::ArrayRef<const clang::Expr *> args) {
  std::vector<graph::Operand> operands;
  for (const clang::Expr *arg : args) {
    Value value = toTensor(read(eval(arg), "", arg->getBeginLoc()), arg->getBeginLoc());
    if (value.isPoison())
      return std::nullopt;
    operands.push_back(std::move(value.operand));
  }
  return operands;
}

/// for_loop(trip_count, body, states...)
Value CallLowering::callForLoop(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  auto trips = tensorArguments(args.take_front(1)), initial = tensorArguments(args.drop_front(2));
  ForBody body(*this, args[1]);
  if (!trips || !initial || !body.isFine())
    return Value::poison();
  graph::Control::LoopInputs inputs{trips->front(), {}, std::move(*initial)};
  inputs.plain = true;
  inputs.place = placeOf(call->getExprLoc());
  return subgraphResult(control.loop(inputs, body), call, args);
}

/// while_loop(condition, body, states...)
Value CallLowering::callWhileLoop(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  auto initial = tensorArguments(args.drop_front(2));
  ScriptBody condition(*this, args[0]);
  WhileBody body(*this, args[1], condition);
  if (!initial || !condition.isFine() || !body.isFine())
    return Value::poison();
  std::vector<Value> states;
  for (const graph::Operand &operand : *initial)
    states.push_back(Value::tensorOf(operand));
  auto first = condition.call(std::move(states));
  if (!first)
    return Value::poison();
  graph::Control::LoopInputs inputs{{}, (*first)[0].operand, std::move(*initial)};
  inputs.plain = true;
  inputs.place = placeOf(call->getExprLoc());
  std::vector<const clang::Expr *> places(args.begin(), args.end());
  std::swap(places[0], places[1]); // the condition is the second operand
  return subgraphResult(control.loop(inputs, body), call, places);
}

} // namespace onnxc::lower
