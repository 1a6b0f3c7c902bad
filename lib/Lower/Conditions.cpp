//===- Conditions.cpp - Conditions, ?:, && and || ------------------------------------------===//
#include "ExprLowering.h"
#include "Graph/Inference/ConstantValue.h"
#include "Graph/Inference/Inference.h"
#include "llvm/Support/SaveAndRestore.h"

namespace onnxc::lower {

/// A condition: a known or run-time bool of rank 0 (or unknown rank).
Value ExprLowering::evalCondition(const clang::Expr *expr) {
  Value value = eval(expr);
  Location location = expr->getBeginLoc();
  if (value.is(Value::Kind::Attribute))
    value = runtimeOf(value, location);
  if (value.isPoison())
    return value;
  if (value.is(Value::Kind::Number))
    value = convertNumber(std::move(value), ctx.BoolTy, location);
  else
    value = tensorAsBool(toTensor(std::move(value), location), location);
  return decided(std::move(value), location);
}

/// What decides in a traced function must be known, as it must be when that is traced, also where it is lowered in
/// place.
Value ExprLowering::decided(Value value, Location location) {
  if (!frame->unroll || !value.isRuntimeNumber())
    return value;
  const Frame *traced = frame;
  while (traced->caller && traced->caller->unroll)
    traced = traced->caller;
  report(location, DiagId::TraceNeedsValue).note(traced->callSite, DiagId::NoteCalledHere) << traced->decl;
  return Value::poison();
}

/// A tensor of one element as a C++ bool.
Value ExprLowering::tensorAsBool(const Value &value, Location location) {
  if (value.isPoison())
    return value;
  builder.location = location.getRawEncoding();
  auto decided = control.condition(value.operand);
  if (decided)
    return decided->literal ? knownBool(*graph::truthOf(*decided->literal))
                            : Value::runtime(decided->value, ctx.BoolTy);
  if (decided.error().id != graph::ErrorId::ConditionShape)
    return fail(decided.error(), location);
  report(location, DiagId::ConditionShape) << graph::toString(builder.typeOf(value.operand));
  return Value::poison();
}

Value ExprLowering::evalConditional(const clang::AbstractConditionalOperator *expr) {
  Value condition = evalCondition(expr->getCond());
  if (condition.isPoison())
    return condition;
  if (condition.isKnownNumber())
    return eval(condition.isTrue() ? expr->getTrueExpr() : expr->getFalseExpr());
  return conditionalValue(condition, expr);
}

/// `?:` with a condition that is known at run time only.
Value ExprLowering::conditionalValue(const Value &condition, const clang::AbstractConditionalOperator *expr) {
  Object *result = temporary(Value(), expr->getType());
  result->isResult = true;
  auto side = [&](const clang::Expr *sub) {
    Value value = eval(sub);
    if (value.is(Value::Kind::Attribute) && value.type->isArithmeticType())
      value = runtimeOf(value, sub->getBeginLoc());
    value.where = sub->getBeginLoc();
    write(result, std::move(value));
  };
  branch(
      condition, expr->getQuestionLoc(), [&] { side(expr->getTrueExpr()); }, [&] { side(expr->getFalseExpr()); },
      nullptr, true);
  return contentsOf(result);
}

/// Division of floats; of integers, by constants that are neither 0 nor -1 (by which the smallest integer overflows).
static bool dividesSafely(const graph::Node &node) {
  if ((node.opType != "Div" && node.opType != "Mod") || node.inputs.size() != 2 || !node.inputs[1])
    return false;
  graph::ElemType elem = node.outputs[0]->type.elem;
  if (elem.isKnown() && graph::isFloat(elem.dtype))
    return true;
  std::optional<onnx::TensorProto> divisor = graph::constantValue(node.inputs[1]);
  auto isSafe = [](const auto &numbers) {
    return std::none_of(numbers.begin(), numbers.end(), [](auto number) { return number == 0 || number == -1; });
  };
  return divisor && isSafe(divisor->int64_data()) && isSafe(divisor->int32_data());
}

/// Operators that neither fail nor cost much: both sides of && may then be computed.
static bool onlyHarmless(const graph::Graph &graph) {
  static const std::set<std::string> harmless = {
      "Add",      "Sub", "Mul",   "Less",       "LessOrEqual", "Greater",    "GreaterOrEqual",
      "Equal",    "Not", "And",   "Or",         "Xor",         "Constant",   "Cast",
      "CastLike", "Neg", "Abs",   "Shape",      "Size",        "Identity",   "Squeeze",
      "Min",      "Max", "Where", "BitwiseAnd", "BitwiseOr",   "BitwiseXor", "BitwiseNot"};
  return std::all_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto &node) {
    return node->domain.empty() && (harmless.count(node->opType) || dividesSafely(*node));
  });
}

/// Whether what `body` lowers may be computed although C++ would not. Conditions within it are not asked by
/// themselves: all that they lower is seen here, and they are asked when it is lowered for good.
template <class Body> bool ExprLowering::isHarmless(Body body) {
  if (probing)
    return true;
  llvm::SaveAndRestore inner(probing, true);
  size_t mark = diags.mark();
  auto scratch = builder.newSubgraph();
  store.begin();
  {
    graph::Builder::Insert insert(builder, *scratch);
    body();
  }
  bool pure = store.rollback().empty();
  diags.takeBack(mark);
  return pure && onlyHarmless(*scratch);
}

/// `c ? a : b` as an object. If it is only read a copy will do, where sides cannot be looked up before the branch.
Object *ExprLowering::refConditional(const clang::ConditionalOperator *expr, bool readOnly) {
  Value condition = evalCondition(expr->getCond());
  if (condition.isPoison())
    return nullptr;
  const clang::Expr *a = expr->getTrueExpr(), *b = expr->getFalseExpr();
  if (condition.isKnownNumber())
    return ref(condition.isTrue() ? a : b);
  if (!expr->isGLValue())
    return temporary(conditionalValue(condition, expr), expr->getType());
  if (isHarmless([&] { ref(a), ref(b); })) {
    Object *one = ref(a), *other = ref(b);
    return one && other ? choose(condition, one, other, expr->getQuestionLoc()) : nullptr;
  }
  if (readOnly)
    return temporary(conditionalValue(condition, expr), expr->getType());
  Object *result = temporary(Value(), expr->getType());
  result->isResult = true;
  auto side = [&](const clang::Expr *sub) {
    Object *object = ref(sub);
    write(result, object ? Value::reference(object) : Value::poison());
  };
  branch(condition, expr->getQuestionLoc(), [&] { side(a); }, [&] { side(b); });
  return result->leaf.is(Value::Kind::Reference) ? result->leaf.object : nullptr;
}

Value ExprLowering::evalLogical(const clang::BinaryOperator *expr) {
  bool isAnd = expr->getOpcode() == clang::BO_LAnd;
  Value left = evalCondition(expr->getLHS());
  if (left.isPoison())
    return left;
  if (left.isKnownNumber())
    return left.isTrue() == isAnd ? evalCondition(expr->getRHS()) : knownBool(!isAnd);
  if (isHarmless([&] { evalCondition(expr->getRHS()); })) {
    Value right = evalCondition(expr->getRHS());
    if (right.isPoison())
      return right;
    if (right.isKnownNumber())
      return right.isTrue() == isAnd ? left : right;
    auto node = builder.op(isAnd ? "And" : "Or", {left.operand, right.operand});
    return node ? Value::runtime(*node, ctx.BoolTy) : fail(node.error(), expr->getOperatorLoc());
  }
  Object *result = temporary(Value(), ctx.BoolTy);
  result->isResult = true;
  auto evaluate = [&] { write(result, evalCondition(expr->getRHS())); };
  auto skip = [&] { write(result, knownBool(!isAnd)); };
  if (isAnd)
    branch(left, expr->getOperatorLoc(), evaluate, skip);
  else
    branch(left, expr->getOperatorLoc(), skip, evaluate);
  return contentsOf(result);
}

} // namespace onnxc::lower
