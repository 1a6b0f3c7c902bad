//===- Control.cpp - Conditions, If, placeholders --------------------------------===//
#include "Graph/Building/Control.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

Error forOperand(Error error, size_t index) {
  error.operand = static_cast<int>(index);
  return error;
}

bool wasDouble(const Operand &operand) {
  return operand.literal ? operand.literal->declaredDouble : operand.declaredDouble;
}

Value *addOutput(Node &node, const std::vector<std::string> &hints) {
  auto value = std::make_unique<Value>();
  if (node.outputs.size() < hints.size())
    value->hint = hints[node.outputs.size()];
  node.outputs.push_back(std::move(value));
  return node.outputs.back().get();
}

void setOutputs(Graph &graph, std::vector<Value *> outputs, const std::vector<std::string> &hints) {
  graph.outputs = std::move(outputs);
  graph.outputHints = hints;
}

/// The body has said its error itself.
Error refused() { return {ErrorId::Reported, "a body was refused", -1, {}}; }

std::string countText(size_t values) { return std::to_string(values) + (values == 1 ? " value" : " values"); }

} // namespace

/// One element, as far as that is known. All that is asked decides.
Status Control::checkScalar(const Operand &operand, const char *what) {
  auto refuse = [&](ErrorId id, const char *why) {
    return Error{id, std::string(what) + " is " + toString(builder.typeOf(operand)) + ": " + why, -1, {}};
  };
  static const char *const oneElement = "it must have one element; reduce it with op::ReduceMax or op::ReduceMin first";
  if (operand.literal)
    return operand.literal->data.size() == 1 ? Status() : refuse(ErrorId::ConditionShape, oneElement);
  Type::Kind kind = builder.typeOf(operand).kind;
  if (kind != Type::Kind::Tensor && kind != Type::Kind::Unknown)
    return refuse(ErrorId::TypeMismatch, "it must be a tensor of one element");
  int64_t rank = builder.rankOf(operand.value);
  for (int64_t axis = 0; axis < rank; ++axis)
    if (Dim dim = builder.dimOf(operand.value, axis); dim.isKnown() && dim.value != 1)
      return refuse(ErrorId::ConditionShape, oneElement);
  return std::nullopt;
}

Status Control::checkCondition(const Operand &operand, const char *what) {
  if (operand.isAbsent())
    return std::nullopt;
  if (builder.elemOf(operand) == ElemType(DType::STRING))
    return Error{ErrorId::TypeMismatch,
                 std::string(what) + " is " + toString(builder.typeOf(operand)) +
                     ": it must be a bool or a number; compare it, as in x != \"\"",
                 -1,
                 {}};
  return checkScalar(operand, what);
}

Status Control::checkTripCount(const Operand &operand) {
  static const char *const what = "the number of iterations of a Loop";
  if (operand.isAbsent())
    return std::nullopt;
  ElemType elem = builder.elemOf(operand);
  // A number of C++ says by itself that it is no integer.
  if (!operand.isFlexible() && elem.isKnown() && !isInteger(elem.dtype))
    return Error{ErrorId::TypeMismatch,
                 std::string(what) + " is " + toString(builder.typeOf(operand)) + ": it must be an integer; cast it",
                 -1,
                 {}};
  return checkScalar(operand, what);
}

/// ONNX wants rank 0 where one element is wanted.
Result<Value *> Control::asScalar(Value *value) {
  if (builder.rankOf(value) <= 0)
    return value;
  onnx::TensorProto shape;
  shape.set_data_type(onnx::TensorProto::INT64);
  shape.add_dims(0);
  return builder.op("Reshape", {value, builder.constant(std::move(shape))});
}

Result<Operand> Control::condition(const Operand &operand, const char *what) {
  if (Status status = checkCondition(operand, what))
    return std::move(*status);
  if (operand.literal) {
    Literal truth(*truthOf(*operand.literal));
    return Operand(std::move(truth));
  }
  Result<Value *> value = asScalar(operand.value);
  // ONNX's Cast to bool is C++'s: what is not 0 is true, fractions and NaN too.
  if (value && builder.elemOf(*value) != ElemType(DType::BOOL))
    value = builder.castValue(*value, DType::BOOL);
  if (!value)
    return value.error();
  return Operand(*value);
}

Result<Value *> Control::conditionValue(const Operand &operand) {
  // A condition that is left out means true, but ONNX's reference evaluator runs no iteration then.
  Result<Operand> decided =
      operand.isAbsent() ? Result<Operand>(Operand(Literal(true))) : condition(operand, "the condition of a Loop");
  return decided ? builder.materialise(*decided, DType::BOOL) : decided.error();
}

Result<Operand> Control::tripCount(const Operand &operand) {
  if (Status status = checkTripCount(operand))
    return std::move(*status);
  if (operand.isAbsent())
    return operand;
  if (operand.literal) {
    Literal scalar = *operand.literal;
    scalar.dims.clear();
    return Operand(std::move(scalar));
  }
  if (operand.isFlexible())
    return operand;
  Result<Value *> value = asScalar(operand.value);
  if (ElemType elem = value ? builder.elemOf(*value) : ElemType(); elem.isKnown() && elem.dtype != DType::INT64)
    value = builder.castValue(*value, DType::INT64);
  if (!value)
    return value.error();
  return Operand(*value);
}

/// Gives the results of two branches one element type. Flexible ones become nodes of their own branch.
Status Control::pairUp(Operand &a, Graph &aGraph, Operand &b, Graph &bGraph, Operand &result) {
  auto materialiseIn = [&](Graph &graph, Operand &operand, ElemType elem, Value *like) -> Status {
    Builder::Insert insert(builder, graph);
    // A literal takes its type by a value that both sides see.
    Result<Value *> value = like && !elem.isKnown() && graph.sees(like) ? builder.castLike(operand, like)
                                                                        : builder.materialise(operand, elem);
    if (!value)
      return value.error();
    operand = Operand(*value);
    return std::nullopt;
  };
  if (a.isAbsent() || b.isAbsent())
    return Error{ErrorId::BranchTypes, "one branch gives no value", -1, {}};
  if (a.isFlexible() && b.isFlexible()) {
    result.flexible = true;
    result.declaredDouble = wasDouble(a) || wasDouble(b);
    ElemType common = commonNumber(stateOf(a), stateOf(b));
    if (Status status = materialiseIn(aGraph, a, common, nullptr))
      return status;
    return materialiseIn(bGraph, b, common, nullptr);
  }
  if (a.isFlexible())
    return materialiseIn(aGraph, a, builder.elemOf(b.value), b.value);
  if (b.isFlexible())
    return materialiseIn(bGraph, b, builder.elemOf(a.value), a.value);
  return std::nullopt;
}

/// A branch that is built for itself.
static Result<std::vector<Operand>> fillBranch(Builder &builder, Graph &graph, SubgraphBody &body) {
  Builder::Insert insert(builder, graph);
  std::optional<std::vector<Operand>> results = body.fill(&graph, {});
  if (!results)
    return refused();
  return std::move(*results);
}

Result<std::vector<Operand>> Control::ifElse(const Operand &test, SubgraphBody &thenBody, SubgraphBody &elseBody) {
  Result<Operand> decided = condition(test, "the condition of an If");
  if (!decided)
    return decided.error();
  if (decided->literal) {
    SubgraphBody &taken = *truthOf(*decided->literal) ? thenBody : elseBody;
    std::optional<std::vector<Operand>> results = taken.fill(nullptr, {});
    if (!results)
      return refused();
    return std::move(*results);
  }
  auto thenGraph = builder.newSubgraph(), elseGraph = builder.newSubgraph();
  Result<std::vector<Operand>> thenResults = fillBranch(builder, *thenGraph, thenBody);
  if (!thenResults)
    return thenResults;
  Result<std::vector<Operand>> elseResults = fillBranch(builder, *elseGraph, elseBody);
  if (!elseResults)
    return elseResults;
  return ifElse(*decided, std::move(thenGraph), std::move(*thenResults), std::move(elseGraph), std::move(*elseResults),
                {});
}

Result<std::vector<Operand>> Control::ifElse(const Operand &test, std::unique_ptr<Graph> thenGraph,
                                             std::vector<Operand> thenOutputs, std::unique_ptr<Graph> elseGraph,
                                             std::vector<Operand> elseOutputs, const std::vector<std::string> &hints) {
  if (thenOutputs.size() != elseOutputs.size())
    return Error{ErrorId::OutputCount,
                 "one branch gives " + countText(thenOutputs.size()) + ", the other " +
                     std::to_string(elseOutputs.size()),
                 -1,
                 {}};
  Result<Operand> decided = condition(test, "the condition of an If");
  Result<Value *> value = decided ? builder.materialise(*decided, DType::BOOL) : decided.error();
  if (!value)
    return value.error();
  thenGraph->parent = elseGraph->parent = &builder.graph();
  std::vector<Operand> results(thenOutputs.size());
  std::vector<Value *> thenValues, elseValues;
  for (size_t i = 0; i < results.size(); ++i) {
    if (Status status = pairUp(thenOutputs[i], *thenGraph, elseOutputs[i], *elseGraph, results[i]))
      return forOperand(std::move(*status), i);
    thenValues.push_back(thenOutputs[i].value);
    elseValues.push_back(elseOutputs[i].value);
  }
  if (results.empty())
    return results;
  setOutputs(*thenGraph, std::move(thenValues), hints);
  setOutputs(*elseGraph, std::move(elseValues), hints);
  auto node = std::make_unique<Node>();
  node->opType = "If";
  if (Status status = builder.findOperator(*node, 0))
    return std::move(*status);
  node->inputs.push_back(*value);
  node->attributes.push_back(attr("else_branch", std::move(elseGraph)));
  node->attributes.push_back(attr("then_branch", std::move(thenGraph)));
  for (Operand &result : results)
    result.value = addOutput(*node, hints);
  Result<Node *> made = builder.makeNode(std::move(node));
  if (!made)
    return made.error();
  return results;
}

/// A loop that is built already.
Result<std::vector<Value *>> Control::loop(LoopParts parts) {
  if (parts.body->inputs.size() != parts.initial.size() + 2 || parts.finals.size() != parts.initial.size())
    return Error{ErrorId::Internal, "a loop body with other states than the loop", -1, {}};
  parts.body->parent = &builder.graph();
  auto node = std::make_unique<Node>();
  node->opType = "Loop";
  if (Status status = builder.findOperator(*node, 0))
    return std::move(*status);
  Result<Operand> count = tripCount(parts.tripCount);
  Result<Value *> trips = count ? builder.materialise(*count, DType::INT64) : count.error();
  Result<Value *> test = trips ? conditionValue(parts.condition) : trips;
  if (!test)
    return test.error();
  node->inputs = {*trips, *test};
  node->inputs.insert(node->inputs.end(), parts.initial.begin(), parts.initial.end());
  {
    Builder::Insert insert(builder, *parts.body);
    Result<Value *> again = conditionValue(parts.bodyCondition);
    if (!again)
      return again.error();
    std::vector<Value *> outputs{*again};
    outputs.insert(outputs.end(), parts.finals.begin(), parts.finals.end());
    outputs.insert(outputs.end(), parts.scans.begin(), parts.scans.end());
    std::vector<std::string> bodyHints{""};
    bodyHints.insert(bodyHints.end(), parts.hints.begin(), parts.hints.end());
    setOutputs(*parts.body, std::move(outputs), bodyHints);
  }
  node->attributes.push_back(attr("body", std::move(parts.body)));
  std::vector<Value *> results;
  for (size_t i = 0; i < parts.initial.size() + parts.scans.size(); ++i)
    results.push_back(addOutput(*node, parts.hints));
  if (results.empty())
    return results;
  Result<Node *> made = builder.makeNode(std::move(node));
  if (!made)
    return made.error();
  return results;
}

Result<Value *> Builder::placeholder(const Type &type) {
  ElemType elem = fn->typeVars.resolve(type.elem);
  Value *like = elem.isKnown() ? nullptr : witness(elem);
  auto scalar = [&]() -> Result<Value *> {
    if (like)
      return castLike(Operand(Literal(0.0)), like);
    if (elem == ElemType(DType::STRING))
      return constant(Literal(std::string()), DType::STRING);
    return constant(Literal(elem == ElemType(DType::FLOAT8E8M0) ? 1.0 : 0.0),
                    elem.isKnown() ? elem.dtype : DType::FLOAT);
  };
  auto emptySequence = [&]() -> Result<Value *> {
    if (like) { // SequenceEmpty wants the element type as an attribute
      Result<Value *> element = scalar();
      Result<Value *> sequence = element ? op("SequenceConstruct", {*element}) : element;
      return sequence ? op("SequenceErase", {*sequence}) : sequence;
    }
    Attributes attributes;
    attributes.push_back(attr("dtype", static_cast<int64_t>(elem.isKnown() ? elem.dtype : DType::FLOAT)));
    return op("SequenceEmpty", {}, std::move(attributes));
  };
  switch (type.kind) {
  case Type::Kind::Sequence:
    return emptySequence();
  case Type::Kind::OptionalTensor:
  case Type::Kind::OptionalSequence: {
    Result<Value *> inner = type.kind == Type::Kind::OptionalTensor ? scalar() : emptySequence();
    return inner ? op("Optional", {*inner}) : inner;
  }
  case Type::Kind::Other:
    return Error{ErrorId::UnknownType, "a value of this type can't be left unset", -1, {}};
  default:
    return scalar();
  }
}

} // namespace onnxc::graph
