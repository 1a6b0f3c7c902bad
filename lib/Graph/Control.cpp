//===- Control.cpp - If, Loop and placeholders ----------------------------------===//
#include "Builder.h"
#include "Inference.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

Error forOperand(Error error, size_t index) {
  error.operand = static_cast<int>(index);
  return error;
}

/// The type that two numbers share. Literals with a fraction are doubles until they meet a type.
DType commonNumber(const Operand &a, const Type &aType, const Operand &b, const Type &bType) {
  DType left = aType.elem.dtype, right = bType.elem.dtype;
  if (left == right && !(isFloat(left) && (a.literal || b.literal)))
    return left;
  if (left == DType::STRING || right == DType::STRING)
    return DType::STRING;
  if (isFloat(left) || isFloat(right))
    return DType::DOUBLE;
  return left == DType::UINT64 || right == DType::UINT64 ? DType::UINT64 : DType::INT64;
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

} // namespace

/// Gives the results of two branches one element type. Flexible ones become nodes of their own branch.
Status Builder::pairUp(Operand &a, Graph &aGraph, Operand &b, Graph &bGraph, Operand &result) {
  auto materialiseIn = [&](Graph &graph, Operand &operand, ElemType elem, Value *like) -> Status {
    Insert insert(*this, graph);
    // A literal takes its type by a value that both sides see.
    Result<Value *> value =
        like && !elem.isKnown() && graph.sees(like) ? castLike(operand, like) : materialise(operand, elem);
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
    ElemType common = commonNumber(a, typeOf(a), b, typeOf(b));
    if (Status status = materialiseIn(aGraph, a, common, nullptr))
      return status;
    return materialiseIn(bGraph, b, common, nullptr);
  }
  if (a.isFlexible())
    return materialiseIn(aGraph, a, elemOf(b.value), b.value);
  if (b.isFlexible())
    return materialiseIn(bGraph, b, elemOf(a.value), a.value);
  return std::nullopt;
}

/// What decides is one bool, or one integer. Numbers of C++ become that.
Status Builder::checkDecides(const Operand &operand, const char *what, bool (*fits)(DType), const char *advice) {
  if (operand.isAbsent() || operand.isFlexible())
    return std::nullopt;
  Type type = typeOf(operand);
  if (type.kind == Type::Kind::Unknown)
    return std::nullopt;
  if (type.elem.isKnown() && !fits(type.elem.dtype))
    return Error{ErrorId::TypeMismatch, std::string(what) + " is " + toString(type) + ": it must be " + advice, -1, {}};
  if (type.mayHaveOneElement())
    return std::nullopt;
  return Error{ErrorId::TypeMismatch,
               std::string(what) + " is " + toString(type) +
                   ": it must have one element; reduce it with op::ReduceMax or op::ReduceMin first",
               -1,
               {}};
}

Status Builder::checkCondition(const Operand &operand, const char *what) {
  return checkDecides(
      operand, what, [](DType dtype) { return dtype == DType::BOOL; }, "a bool; compare it, as in x != 0");
}

Result<std::vector<Operand>> Builder::ifElse(Operand condition, std::unique_ptr<Graph> thenGraph,
                                             std::vector<Operand> thenOutputs, std::unique_ptr<Graph> elseGraph,
                                             std::vector<Operand> elseOutputs, const std::vector<std::string> &hints) {
  if (thenOutputs.size() != elseOutputs.size())
    return Error{ErrorId::OutputCount,
                 "one branch gives " + std::to_string(thenOutputs.size()) + " values, the other " +
                     std::to_string(elseOutputs.size()),
                 -1,
                 {}};
  if (Status status = checkCondition(condition, "the condition of an If"))
    return std::move(*status);
  Result<Value *> test = materialise(condition, DType::BOOL);
  if (!test)
    return test.error();
  thenGraph->parent = elseGraph->parent = current;
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
  if (Status status = findOperator(*node, 0))
    return std::move(*status);
  node->inputs.push_back(*test);
  node->attributes.push_back(attr("else_branch", std::move(elseGraph)));
  node->attributes.push_back(attr("then_branch", std::move(thenGraph)));
  for (Operand &result : results)
    result.value = addOutput(*node, hints);
  Result<Node *> made = makeNode(std::move(node));
  if (!made)
    return made.error();
  return results;
}

Result<std::vector<Value *>> Builder::loop(Operand tripCount, Operand condition, std::vector<Value *> initial,
                                           std::unique_ptr<Graph> body, Operand bodyCondition,
                                           std::vector<Value *> finalStates, std::vector<Value *> scans,
                                           const std::vector<std::string> &hints) {
  if (body->inputs.size() != initial.size() + 2 || finalStates.size() != initial.size())
    return Error{ErrorId::Internal, "a loop body with other states than the loop", -1, {}};
  // A condition that is left out means true, but ONNX's reference evaluator runs no iteration then.
  if (condition.isAbsent())
    condition = Operand(Literal(true));
  if (bodyCondition.isAbsent())
    bodyCondition = Operand(Literal(true));
  for (Status status :
       {checkDecides(tripCount, "the number of iterations of a Loop", isInteger, "an integer; cast it"),
        checkCondition(condition, "the condition of a Loop"), checkCondition(bodyCondition, "the condition of a Loop")})
    if (status)
      return std::move(*status);
  body->parent = current;
  auto node = std::make_unique<Node>();
  node->opType = "Loop";
  if (Status status = findOperator(*node, 0))
    return std::move(*status);
  Result<Value *> trips = nullptr;
  if (!tripCount.isAbsent()) {
    trips = materialise(tripCount, DType::INT64);
    if (trips && !tripCount.isFlexible())
      if (ElemType elem = elemOf(*trips); elem.isKnown() && isInteger(elem.dtype) && elem.dtype != DType::INT64)
        trips = castValue(*trips, DType::INT64);
  }
  Result<Value *> test = trips ? materialise(condition, DType::BOOL) : trips;
  if (!test)
    return test.error();
  node->inputs = {*trips, *test};
  node->inputs.insert(node->inputs.end(), initial.begin(), initial.end());
  {
    Insert insert(*this, *body);
    Result<Value *> again = materialise(bodyCondition, DType::BOOL);
    if (!again)
      return again.error();
    std::vector<Value *> outputs{*again};
    outputs.insert(outputs.end(), finalStates.begin(), finalStates.end());
    outputs.insert(outputs.end(), scans.begin(), scans.end());
    std::vector<std::string> bodyHints{""};
    bodyHints.insert(bodyHints.end(), hints.begin(), hints.end());
    setOutputs(*body, std::move(outputs), bodyHints);
  }
  node->attributes.push_back(attr("body", std::move(body)));
  std::vector<Value *> results;
  for (size_t i = 0; i < initial.size() + scans.size(); ++i)
    results.push_back(addOutput(*node, hints));
  if (results.empty())
    return results;
  Result<Node *> made = makeNode(std::move(node));
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
