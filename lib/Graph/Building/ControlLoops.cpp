//===- ControlLoops.cpp - What loops carry, scan and map ------------------------===//
//
// A body is built over what is known of the states when the loop begins. Where an
// iteration leaves something else, less is known of that state, and the body is
// built again, until what was assumed holds in every iteration.
//
//===------------------------------------------------------------------------===//
#include "Graph/Building/Control.h"
#include "Graph/Building/LoopPasses.h"
#include "Graph/Inference/ControlTypes.h"
#include "Graph/Inference/Inference.h"

#include <algorithm>

namespace onnxc::graph {

/// An input of a body that is to be built, maybe several times.
struct Control::InputType {
  const char *hint;
  Type type;
  bool flexible = false, declaredDouble = false;
  const Value *like = nullptr;         ///< as in BodyInput
  std::optional<Type> known = {};      ///< as in BodyInput
  std::optional<Literal> literal = {}; ///< no input: this number
};

/// What a loop is built of.
struct Control::LoopPlan {
  const std::vector<Operand> &initial;
  std::vector<InputType> before, after; ///< inputs of the body around the states
  size_t firstState;                    ///< among the results of the body
  size_t firstOperand;                  ///< of the states among the operator's inputs
  uint64_t place;
  std::function<Status(const std::vector<Operand> &)> check; ///< of the results
};

/// A body that has been built, and what is true of the states in every iteration.
struct Control::LoopBody {
  size_t firstState, firstOperand; ///< as in the plan
  std::vector<LoopState> states;
  std::unique_ptr<Graph> graph = {};
  std::vector<Operand> results = {};
  std::vector<Value *> initial = {}, finals = {}, scans = {};
};

namespace {

Error forOperand(Error error, size_t index) {
  error.operand = static_cast<int>(index);
  return error;
}

Error bodyError(std::string message) { return {ErrorId::OutputCount, std::move(message), -1, {}}; }

std::string counted(size_t count, const char *noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// How many results a body has; `without`: of them, which the user's body does not give.
Status checkCount(const std::vector<Operand> &results, size_t states, size_t scans, bool scansKnown, bool condition,
                  size_t without) {
  size_t own = without + (condition ? 1 : 0), given = results.size() - std::min(results.size(), without);
  bool fits = scansKnown ? results.size() == own + states + scans : results.size() >= own + states;
  if (fits)
    return std::nullopt;
  std::string wanted = condition ? "the condition, " : "";
  wanted += counted(states, "state");
  if (scansKnown && scans)
    wanted += " and " + counted(scans, "scan output");
  return bodyError("the body of a loop with " + counted(states, "state") + " returns " + counted(given, "value") +
                   "; it must return " + wanted);
}

} // namespace

DType Control::commonNumber(const LoopState &a, const LoopState &b) {
  DType left = a.type.elem.dtype, right = b.type.elem.dtype;
  if (left == right)
    return left;
  if (left == DType::STRING || right == DType::STRING)
    return DType::STRING;
  if (isFloat(left) || isFloat(right))
    return DType::DOUBLE;
  return left == DType::UINT64 || right == DType::UINT64 ? DType::UINT64 : DType::INT64;
}

LoopState Control::stateOf(const Operand &initial) {
  LoopState state{builder.typeOf(initial), initial.isFlexible(), initial.declaredDouble};
  if (initial.literal) {
    state.declaredDouble = initial.literal->declaredDouble;
    // A fraction is a double until it meets a type.
    if (isFloat(state.type.elem.dtype))
      state.type.elem = DType::DOUBLE;
  }
  return state;
}

Widening Control::widen(LoopState &state, const Operand &last) {
  LoopState after = stateOf(last), next = state;
  TypeVars &vars = builder.function().typeVars;
  bool isUnknown = state.type.kind == Type::Kind::Unknown || after.type.kind == Type::Kind::Unknown;
  if (!isUnknown && state.type.kind != after.type.kind)
    return Widening::OtherKind;
  state.type.elem = next.type.elem = vars.resolve(state.type.elem);
  auto isText = [](ElemType elem) { return elem == ElemType(DType::STRING); };
  if (state.flexible) {
    if (after.type.elem.isKnown() && isText(state.type.elem) != isText(after.type.elem))
      return Widening::OtherElement;
    next.flexible = after.flexible;
    next.declaredDouble = state.declaredDouble || after.declaredDouble;
    // The type that it meets decides what the number becomes.
    next.type.elem = after.flexible ? ElemType(commonNumber(state, after)) : builder.elemOf(last.value);
  } else if (!after.flexible) {
    if (!vars.unify(state.type.elem, after.type.elem))
      return Widening::OtherElement;
    next.type.elem = vars.resolve(state.type.elem);
  }
  next.type.shape = isUnknown ? std::nullopt : join(state.type, after.type).shape;
  if (next == state)
    return Widening::None;
  state = std::move(next);
  return Widening::Wider;
}

std::vector<BodyInput> Control::addInputs(Graph &graph, const std::vector<InputType> &types) {
  std::vector<BodyInput> inputs;
  for (const InputType &type : types) {
    BodyInput &input = inputs.emplace_back();
    if (type.literal) {
      input.operand = Operand(*type.literal);
      continue;
    }
    input.operand = Operand(graph.addInput(type.hint, type.type), type.flexible);
    input.operand.declaredDouble = type.declaredDouble;
    input.like = type.like;
    input.known = type.known;
  }
  return inputs;
}

Control::InputType Control::inputOf(const LoopState &state, const Operand &initial) {
  InputType input{"state", state.type, state.flexible, state.declaredDouble};
  if (!initial.isFlexible())
    input.like = initial.value;
  else if (!state.flexible) // which type it has met is known
    input.known = Type::tensor(state.type.elem.isKnown() ? state.type.elem : ElemType());
  return input;
}

/// Assumes of the states what the last pass over an outer loop found.
void Control::resume(std::vector<LoopState> &states, const LoopMemory &memory) {
  const TypeVars &vars = builder.function().typeVars;
  std::vector<LoopState> resumed = states;
  if (memory.states.size() != states.size())
    return;
  for (size_t i = 0; i < states.size(); ++i) {
    const LoopState &found = memory.states[i];
    LoopState &state = resumed[i];
    bool isLike = state.flexible || (!found.flexible && vars.resolve(state.type.elem) == vars.resolve(found.type.elem));
    if (!isLike || state.type.kind != found.type.kind)
      return;
    state.type.shape = join(state.type, found.type).shape;
    state.type.elem = found.type.elem;
    state.flexible = found.flexible;
    state.declaredDouble |= found.declaredDouble;
  }
  states = std::move(resumed);
}

/// Looks at what the pass left. True where something else must be assumed.
Result<bool> Control::takePass(LoopBody &loop, bool &metType, bool &reshaped) {
  bool isWider = false;
  for (size_t i = 0; i < loop.states.size(); ++i) {
    LoopState before = loop.states[i];
    const Operand &last = loop.results[loop.firstState + i];
    if (last.isAbsent())
      return bodyError("the body of a loop gives no value for state " + std::to_string(i));
    Widening widening = widen(loop.states[i], last);
    if (widening == Widening::OtherKind || widening == Widening::OtherElement)
      return stateMismatch({builder.function().typeVars}, nullptr, loop.firstOperand + i, before.type,
                           builder.typeOf(last));
    isWider |= widening == Widening::Wider;
    metType |= before.flexible && !loop.states[i].flexible;
    reshaped |= before.type.shape != loop.states[i].type.shape;
  }
  return isWider;
}

Result<Control::LoopBody> Control::buildLoop(const LoopPlan &plan, SubgraphBody &body) {
  LoopBody loop{plan.firstState, plan.firstOperand, {}};
  for (const Operand &operand : plan.initial) {
    if (operand.isAbsent())
      return Error{ErrorId::MissingInput, "a state of a loop has no initial value", -1, {}};
    loop.states.push_back(stateOf(operand));
  }
  LoopPasses passes(*this, plan.place);
  resume(loop.states, passes.memory());
  for (unsigned widened = 0;;) {
    passes.begin();
    loop.graph = builder.newSubgraph();
    std::vector<InputType> types = plan.before;
    for (size_t i = 0; i < plan.initial.size(); ++i)
      types.push_back(inputOf(loop.states[i], plan.initial[i]));
    types.insert(types.end(), plan.after.begin(), plan.after.end());
    Builder::Insert insert(builder, *loop.graph);
    std::optional<std::vector<Operand>> results = body.fill(loop.graph.get(), addInputs(*loop.graph, types));
    if (!results)
      return Error{ErrorId::Reported, "a body was refused", -1, {}};
    if (Status status = plan.check(*results))
      return std::move(*status);
    loop.results = std::move(*results);
    bool metType = false, reshaped = false;
    Result<bool> isWider = takePass(loop, metType, reshaped);
    if (!isWider)
      return isWider.error();
    passes.memory().states = loop.states;
    if (metType)
      passes.meetType();
    if (!*isWider)
      return loop;
    if (reshaped && ++widened == maxWidenings)
      for (LoopState &state : loop.states)
        state.type.shape.reset();
    body.discard(*loop.graph, passes.memory().metType);
  }
}

/// The states and what is scanned as values of their types.
Status Control::finishLoop(LoopBody &loop, const std::vector<Operand> &initial) {
  for (size_t i = 0; i < initial.size(); ++i) {
    Result<Value *> value = builder.materialise(initial[i], loop.states[i].type.elem);
    if (!value)
      return value.error();
    loop.initial.push_back(*value);
  }
  Builder::Insert insert(builder, *loop.graph);
  for (size_t i = loop.firstState; i < loop.results.size(); ++i) {
    bool isState = i < loop.firstState + initial.size();
    if (loop.results[i].isAbsent())
      return bodyError("the body of a loop gives no value for scan output " +
                       std::to_string(i - loop.firstState - initial.size()));
    Result<Value *> value =
        builder.materialise(loop.results[i], isState ? loop.states[i - loop.firstState].type.elem : ElemType());
    if (!value)
      return value.error();
    (isState ? loop.finals : loop.scans).push_back(*value);
  }
  return std::nullopt;
}

std::vector<Operand> Control::resultsOf(const LoopBody &loop, const std::vector<Value *> &outputs) {
  std::vector<Operand> results;
  for (size_t i = 0; i < outputs.size(); ++i) {
    bool isNumber = i < loop.states.size() && loop.states[i].flexible;
    results.emplace_back(outputs[i], isNumber);
    results.back().declaredDouble = isNumber && loop.states[i].declaredDouble;
  }
  return results;
}

Result<std::vector<Operand>> Control::loop(const LoopInputs &inputs, SubgraphBody &body) {
  if (Status status = checkTripCount(inputs.tripCount))
    return forOperand(std::move(*status), 0);
  if (Status status = checkCondition(inputs.condition, "the condition of a Loop"))
    return forOperand(std::move(*status), 1);
  Type counter = Type::scalar(DType::INT64), condition = Type::scalar(DType::BOOL);
  auto check = [&](const std::vector<Operand> &results) {
    return checkCount(results, inputs.initial.size(), inputs.scans, inputs.scansKnown, !inputs.plain, inputs.plain);
  };
  LoopPlan plan{inputs.initial,
                {{"iteration", counter, inputs.plain, false, nullptr, counter},
                 {"cond_in", condition, false, false, nullptr, condition}},
                {},
                1,
                2,
                inputs.place,
                check};
  Result<LoopBody> loop = buildLoop(plan, body);
  if (!loop)
    return loop.error();
  if (Status status = finishLoop(*loop, inputs.initial))
    return std::move(*status);
  LoopParts parts{inputs.tripCount, inputs.condition, loop->initial, std::move(loop->graph),
                  loop->results[0], loop->finals,     loop->scans};
  Result<std::vector<Value *>> outputs = this->loop(std::move(parts));
  if (!outputs)
    return outputs.error();
  return resultsOf(*loop, *outputs);
}

/// What is said of each scanned input and each scan output.
static Status checkScanLists(const Attributes &attributes, size_t scanned, size_t scans, bool scansKnown) {
  for (const Attribute &attribute : attributes) {
    const onnx::AttributeProto &proto = attribute.proto;
    bool isOfInputs = proto.name().starts_with("scan_input_");
    size_t wanted = isOfInputs ? scanned : scans;
    if (!proto.ref_attr_name().empty() || (!isOfInputs && !scansKnown))
      continue;
    if (static_cast<size_t>(proto.ints_size()) != wanted)
      return Error{ErrorId::AttributeType,
                   "attribute '" + proto.name() + "' of 'Scan' has " + counted(proto.ints().size(), "element") +
                       ", but there are " + counted(wanted, isOfInputs ? "scanned input" : "scan output"),
                   -1,
                   {}};
    bool isDirection = proto.name().ends_with("directions");
    for (int64_t each : proto.ints())
      if (isDirection && each != 0 && each != 1)
        return Error{ErrorId::AttributeType,
                     "attribute '" + proto.name() + "' of 'Scan' is a list of 0 (forward) and 1 (backward), not " +
                         std::to_string(each),
                     -1,
                     {}};
  }
  return std::nullopt;
}

Result<std::vector<Operand>> Control::scan(ScanInputs inputs, SubgraphBody &body) {
  if (Status status = checkScanLists(inputs.attributes, inputs.scanned.size(), inputs.scans, inputs.scansKnown))
    return std::move(*status);
  auto given = std::find_if(inputs.attributes.begin(), inputs.attributes.end(),
                            [](const Attribute &each) { return each.proto.name() == "scan_input_axes"; });
  bool isGiven = given != inputs.attributes.end();
  const onnx::AttributeProto *axes = isGiven && given->proto.ref_attr_name().empty() ? &given->proto : nullptr;
  std::vector<Operand> operands;
  std::vector<InputType> elements;
  for (size_t i = 0; i < inputs.scanned.size(); ++i) {
    Result<Value *> value = builder.materialise(inputs.scanned[i]);
    if (!value)
      return value.error();
    Type type = builder.typeOf(*value);
    std::optional<int64_t> axis = scanAxis(axes, isGiven, i);
    if (Status status = checkScanAxis(type, axis, i))
      return std::move(*status);
    operands.push_back(*value);
    elements.push_back({"slice", scanElement(type, axis), false, false, *value});
  }
  auto check = [&](const std::vector<Operand> &results) {
    return checkCount(results, inputs.initial.size(), inputs.scans, inputs.scansKnown, false, 0);
  };
  LoopPlan plan{inputs.initial, {}, elements, 0, 0, inputs.place, check};
  Result<LoopBody> loop = buildLoop(plan, body);
  if (!loop)
    return loop.error();
  if (Status status = finishLoop(*loop, inputs.initial))
    return std::move(*status);
  loop->graph->outputs = loop->finals;
  loop->graph->outputs.insert(loop->graph->outputs.end(), loop->scans.begin(), loop->scans.end());
  int count = static_cast<int>(loop->graph->outputs.size());
  inputs.attributes.push_back(attr("body", std::move(loop->graph)));
  inputs.attributes.push_back(attr("num_scan_inputs", static_cast<int64_t>(operands.size())));
  operands.insert(operands.begin(), loop->initial.begin(), loop->initial.end());
  Result<std::vector<Value *>> outputs =
      builder.op("", "Scan", std::move(operands), std::move(inputs.attributes), count);
  if (!outputs)
    return outputs.error();
  return resultsOf(*loop, *outputs);
}

Result<std::vector<Operand>> Control::sequenceMap(std::vector<Operand> inputs, SubgraphBody &body) {
  std::vector<Operand> operands;
  std::vector<InputType> elements;
  for (const Operand &input : inputs) {
    if (input.literal && input.literal->isScalar() && !operands.empty()) {
      elements.push_back({"element", {}, false, false, nullptr, {}, input.literal});
      continue;
    }
    Result<Value *> value = builder.materialise(input);
    if (!value)
      return value.error();
    operands.push_back(*value);
    elements.push_back({"element", sequenceElement(builder.typeOf(*value)), input.isFlexible(), input.declaredDouble,
                        input.isFlexible() ? nullptr : *value});
  }
  auto graph = builder.newSubgraph();
  {
    Builder::Insert insert(builder, *graph);
    std::optional<std::vector<Operand>> results = body.fill(graph.get(), addInputs(*graph, elements));
    if (!results)
      return Error{ErrorId::Reported, "a body was refused", -1, {}};
    for (const Operand &result : *results) {
      Result<Value *> value = builder.materialise(result);
      if (!value)
        return value.error();
      graph->outputs.push_back(*value);
    }
  }
  int count = static_cast<int>(graph->outputs.size());
  Attributes attributes;
  attributes.push_back(attr("body", std::move(graph)));
  Result<std::vector<Value *>> outputs =
      builder.op("", "SequenceMap", std::move(operands), std::move(attributes), count);
  if (!outputs)
    return outputs.error();
  return std::vector<Operand>(outputs->begin(), outputs->end());
}

} // namespace onnxc::graph
