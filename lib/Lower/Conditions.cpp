//===- Conditions.cpp - Conditions, ?:, && and || ------------------------------------------===//
#include "FunctionLowering.h"

namespace onnxc::lower {

/// A condition: a known or run-time bool of rank 0 (or unknown rank).
Value FunctionLowering::evalCondition(const clang::Expr *expr) {
  Value value = eval(expr);
  Location location = expr->getBeginLoc();
  if (value.is(Value::Kind::Attribute))
    value = runtimeOf(value, location);
  if (value.isPoison())
    return value;
  if (value.is(Value::Kind::Number))
    return convertNumber(std::move(value), ctx.BoolTy, location);
  return tensorAsBool(toTensor(std::move(value), location), location);
}

/// A tensor of one element as a C++ bool.
Value FunctionLowering::tensorAsBool(const Value &value, Location location) {
  if (value.isPoison())
    return value;
  if (value.operand.literal && value.operand.literal->isScalar()) {
    const graph::Number &number = value.operand.literal->data[0];
    bool truth = std::visit(
        [](const auto &n) {
          if constexpr (std::is_same_v<std::decay_t<decltype(n)>, std::string>)
            return !n.empty();
          else
            return n != 0;
        },
        number);
    return knownBool(truth);
  }
  builder.location = location.getRawEncoding();
  graph::Type type = builder.typeOf(value.operand);
  if (!type.isTensor()) {
    report(location, DiagId::ConditionType) << graph::toString(type);
    return Value::poison();
  }
  auto node = builder.materialise(value.operand);
  if (!node)
    return fail(node.error(), location);
  if (type.shape && type.rank() > 0) {
    for (const graph::Dim &dim : *type.shape)
      if (dim.isKnown() && dim.value != 1) {
        report(location, DiagId::ConditionShape) << graph::toString(type);
        return Value::poison();
      }
    onnx::TensorProto shape;
    shape.set_data_type(onnx::TensorProto::INT64);
    shape.add_dims(0);
    auto scalar = builder.op("Reshape", {graph::Operand(*node), graph::Operand(builder.constant(std::move(shape)))});
    if (!scalar)
      return fail(scalar.error(), location);
    node = *scalar;
  }
  if (type.elem.dtype != DType::BOOL) {
    auto converted = builder.cast(graph::Operand(*node), DType::BOOL);
    if (!converted)
      return fail(converted.error(), location);
    node = converted->value;
  }
  return Value::runtime(*node, ctx.BoolTy);
}

Value FunctionLowering::evalConditional(const clang::AbstractConditionalOperator *expr) {
  Value condition = evalCondition(expr->getCond());
  if (condition.isPoison())
    return condition;
  if (condition.isKnownNumber())
    return eval(condition.isTrue() ? expr->getTrueExpr() : expr->getFalseExpr());
  Object *result = temporary(Value(), expr->getType());
  result->isResult = true;
  auto side = [&](const clang::Expr *sub) {
    Value value = eval(sub);
    if (value.is(Value::Kind::Attribute) && value.type->isArithmeticType())
      value = runtimeOf(value, sub->getBeginLoc());
    value.where = sub->getBeginLoc();
    store.assign(result, std::move(value));
  };
  branch(
      condition, expr->getQuestionLoc(), [&] { side(expr->getTrueExpr()); }, [&] { side(expr->getFalseExpr()); },
      nullptr, true);
  return store.load(result);
}

/// Operators that neither fail nor cost much: both sides of && may then be computed.
static bool isHarmless(const graph::Graph &graph) {
  static const std::set<std::string> harmless = {
      "Add",      "Sub", "Mul", "Less",  "LessOrEqual", "Greater",  "GreaterOrEqual",
      "Equal",    "Not", "And", "Or",    "Xor",         "Constant", "Cast",
      "CastLike", "Neg", "Abs", "Shape", "Size",        "Identity", "Squeeze",
      "Min",      "Max"};
  for (const auto &node : graph.nodes)
    if (!node->domain.empty() || !harmless.count(node->opType))
      return false;
  return true;
}

Value FunctionLowering::evalLogical(const clang::BinaryOperator *expr) {
  bool isAnd = expr->getOpcode() == clang::BO_LAnd;
  Value left = evalCondition(expr->getLHS());
  if (left.isPoison())
    return left;
  if (left.isKnownNumber())
    return left.isTrue() == isAnd ? evalCondition(expr->getRHS()) : knownBool(!isAnd);
  // Look at the right side first: may it be computed always?
  size_t mark = diags.mark();
  auto scratch = builder.newSubgraph();
  store.begin();
  Value right;
  {
    graph::Builder::Insert insert(builder, *scratch);
    right = evalCondition(expr->getRHS());
  }
  bool pure = store.rollback().empty();
  if (right.isPoison())
    return right;
  diags.takeBack(mark);
  if (pure && isHarmless(*scratch)) {
    right = evalCondition(expr->getRHS());
    if (right.isKnownNumber())
      return right.isTrue() == isAnd ? left : right;
    auto node = builder.op(isAnd ? "And" : "Or", {left.operand, right.operand});
    return node ? Value::runtime(*node, ctx.BoolTy) : fail(node.error(), expr->getOperatorLoc());
  }
  Object *result = temporary(Value(), ctx.BoolTy);
  result->isResult = true;
  auto evaluate = [&] { store.assign(result, evalCondition(expr->getRHS())); };
  auto skip = [&] { store.assign(result, knownBool(!isAnd)); };
  if (isAnd)
    branch(left, expr->getOperatorLoc(), evaluate, skip);
  else
    branch(left, expr->getOperatorLoc(), skip, evaluate);
  return store.load(result);
}

} // namespace onnxc::lower
