//===- Trips.cpp - for loops whose trip count is known before they start ---------===//
#include "LoopForm.h"

namespace onnxc::lower {

static const clang::Expr *strip(const clang::Expr *expr) {
  for (;;) {
    expr = expr->IgnoreParenImpCasts();
    if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(expr))
      expr = cleanups->getSubExpr();
    else if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expr))
      expr = temporary->getSubExpr();
    else if (const auto *bind = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expr))
      expr = bind->getSubExpr();
    else
      return expr;
  }
}

static const clang::ValueDecl *variableOf(const clang::Expr *expr) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(strip(expr));
  return reference ? reference->getDecl() : nullptr;
}

namespace {
struct Comparison {
  clang::BinaryOperatorKind op;
  const clang::Expr *left, *right;
};
} // namespace

static std::optional<Comparison> comparisonOf(const clang::Expr *condition) {
  const clang::Expr *expr = strip(condition);
  if (const auto *conversion = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr))
    if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(conversion->getMethodDecl()))
      expr = strip(conversion->getImplicitObjectArgument());
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return Comparison{binary->getOpcode(), binary->getLHS(), binary->getRHS()};
  const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
  if (!call || call->getNumArgs() != 2 || !call->isComparisonOp())
    return std::nullopt;
  auto op = clang::BinaryOperator::getOverloadedOpcode(call->getOperator());
  return Comparison{op, call->getArg(0), call->getArg(1)};
}

/// `++i`, `i += 2`, `i = i - 1` ...: the known step; none for anything else.
static std::optional<int64_t> negated(std::optional<int64_t> step) { return step ? std::optional(-*step) : step; }

/// An integer that is known, also as a tensor.
std::optional<int64_t> LoopLowering::constantStep(const clang::Expr *expr) {
  const clang::Expr *inner = strip(expr);
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(inner); construct && construct->getNumArgs() >= 1)
    inner = strip(construct->getArg(0));
  if (!inner->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  auto known = evalConstant(inner);
  if (!known || !known->isKnownNumber() || !known->constant.isInt() ||
      known->constant.getInt().getSignificantBits() > 63)
    return std::nullopt;
  return known->constant.getInt().getExtValue();
}

/// c of `i + c`, `c + i`, `i - c`.
std::optional<int64_t> LoopLowering::stepInSum(const clang::Expr *expr, const clang::ValueDecl *index) {
  const clang::Expr *inner = strip(expr);
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(inner); construct && construct->getNumArgs() == 1)
    inner = strip(construct->getArg(0));
  const clang::Expr *left, *right;
  bool minus;
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(inner); binary && binary->isAdditiveOp()) {
    left = binary->getLHS(), right = binary->getRHS(), minus = binary->getOpcode() == clang::BO_Sub;
  } else if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(inner);
             call && call->getNumArgs() == 2 &&
             (call->getOperator() == clang::OO_Plus || call->getOperator() == clang::OO_Minus)) {
    left = call->getArg(0), right = call->getArg(1), minus = call->getOperator() == clang::OO_Minus;
  } else {
    return std::nullopt;
  }
  if (variableOf(left) == index)
    return minus ? negated(constantStep(right)) : constantStep(right);
  return !minus && variableOf(right) == index ? constantStep(left) : std::nullopt;
}

/// What an increment of a tensor adds to `index`.
std::optional<int64_t> LoopLowering::stepOfTensor(const clang::CXXOperatorCallExpr *call,
                                                  const clang::ValueDecl *index) {
  if (call->getNumArgs() < 1 || variableOf(call->getArg(0)) != index)
    return std::nullopt;
  switch (call->getOperator()) {
  case clang::OO_PlusPlus:
    return 1;
  case clang::OO_MinusMinus:
    return -1;
  case clang::OO_PlusEqual:
    return constantStep(call->getArg(1));
  case clang::OO_MinusEqual:
    return negated(constantStep(call->getArg(1)));
  case clang::OO_Equal:
    return stepInSum(call->getArg(1), index);
  default:
    return std::nullopt;
  }
}

/// What `increment` adds to `index`, where that is known.
std::optional<int64_t> LoopLowering::stepOf(const clang::Expr *increment, const clang::ValueDecl *index) {
  const clang::Expr *expr = strip(increment);
  auto changesIndex = [&](const clang::Expr *target) { return variableOf(target) == index; };
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr); unary && unary->isIncrementDecrementOp())
    return changesIndex(unary->getSubExpr()) ? std::optional<int64_t>(unary->isIncrementOp() ? 1 : -1) : std::nullopt;
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (!changesIndex(binary->getLHS()))
      return std::nullopt;
    switch (binary->getOpcode()) {
    case clang::BO_Assign:
      return stepInSum(binary->getRHS(), index);
    case clang::BO_AddAssign:
      return constantStep(binary->getRHS());
    case clang::BO_SubAssign:
      return negated(constantStep(binary->getRHS()));
    default:
      return std::nullopt;
    }
  }
  const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
  return call ? stepOfTensor(call, index) : std::nullopt;
}

/// max(0, ceil((bound - start) / step)); a negative count runs no iteration in ONNX either, so there is no max.
std::optional<graph::Operand> LoopLowering::tripCount(const Value &start, const Value &bound, int64_t step,
                                                      bool inclusive, Location location) {
  clang::QualType int64 = ctx.getIntTypeForBitwidth(64, 1);
  int64_t size = step > 0 ? step : -step, round = inclusive ? size : size - 1;
  auto asNumber = [&](const Value &value) -> std::optional<Value> {
    if (value.is(Value::Kind::Number)) {
      if (!value.type->isIntegralOrEnumerationType())
        return std::nullopt;
      return convertNumber(value, int64, location);
    }
    graph::Operand operand = value.operand;
    if (operand.literal) {
      const auto *number = operand.literal->isScalar() ? std::get_if<int64_t>(&operand.literal->data[0]) : nullptr;
      return number ? std::optional<Value>(knownInt64(*number)) : std::nullopt;
    }
    graph::Type type = builder.typeOf(operand);
    bool integral = type.elem.dtype == DType::INT64 || type.elem.dtype == DType::INT32 ||
                    type.elem.dtype == DType::INT16 || type.elem.dtype == DType::INT8;
    if (!type.isTensor() || type.rank() != 0 || !integral)
      return std::nullopt;
    auto wide = builder.cast(operand, DType::INT64);
    return wide && wide->value ? std::optional<Value>(Value::runtime(wide->value, int64)) : std::nullopt;
  };
  std::optional<Value> from = asNumber(start), to = asNumber(bound);
  if (!from || !to)
    return std::nullopt;
  if (step < 0)
    std::swap(from, to);
  Value count = *to;
  if (!from->isKnownNumber() || from->isTrue())
    count = arithmetic(clang::BO_Sub, count, *from, int64, location);
  if (round)
    count = arithmetic(clang::BO_Add, count, knownInt64(round), int64, location);
  if (size != 1)
    count = arithmetic(clang::BO_Div, count, knownInt64(size), int64, location);
  if (count.isPoison())
    return std::nullopt;
  return operandOf(count);
}

bool LoopLowering::analyseTrip(const clang::ForStmt *stmt, LoopForm &form) {
  if (!stmt->getCond() || !stmt->getInc() || stmt->getConditionVariableDeclStmt())
    return false;
  std::optional<Comparison> comparison = comparisonOf(stmt->getCond());
  if (!comparison)
    return false;
  const clang::Expr *boundExpr = comparison->right;
  clang::BinaryOperatorKind op = comparison->op;
  const clang::ValueDecl *index = variableOf(comparison->left);
  std::optional<int64_t> step = index ? stepOf(stmt->getInc(), index) : std::nullopt;
  if (!step) {
    index = variableOf(comparison->right);
    step = index ? stepOf(stmt->getInc(), index) : std::nullopt;
    boundExpr = comparison->left;
    if (op == clang::BO_LT || op == clang::BO_LE || op == clang::BO_GT || op == clang::BO_GE)
      op = clang::BinaryOperator::reverseComparisonOp(op);
  }
  if (!step || *step == 0 || !frame->locals.count(index))
    return false;
  bool up = op == clang::BO_LT || op == clang::BO_LE, down = op == clang::BO_GT || op == clang::BO_GE;
  if ((*step > 0 && !up) || (*step < 0 && !down))
    return false;
  Object *object = frame->locals[index];
  if (object->aggregate || index->getType()->isReferenceType())
    return false;
  Trip trip;
  trip.index = object;
  trip.start = object->leaf;
  trip.step = *step;
  if (trip.start.is(Value::Kind::Attribute))
    trip.start = runtimeOf(trip.start, form.location);
  trip.declaredInside = false;
  if (const auto *init = llvm::dyn_cast_or_null<clang::DeclStmt>(stmt->getInit()))
    for (const clang::Decl *decl : init->decls())
      trip.declaredInside |= decl == index;
  size_t mark = diags.mark();
  auto *outerReads = store.reads;
  store.reads = &trip.reads;
  store.begin();
  Value bound = eval(boundExpr);
  if (bound.is(Value::Kind::Attribute))
    bound = runtimeOf(bound, form.location);
  bool pure = store.rollback().empty();
  store.reads = outerReads;
  bool usable = pure && !diags.hasErrorsSince(mark) && !trip.reads.count(object) && !trip.start.maybeUnset &&
                (bound.is(Value::Kind::Number) || bound.is(Value::Kind::Tensor)) &&
                (trip.start.is(Value::Kind::Number) || trip.start.is(Value::Kind::Tensor));
  std::optional<graph::Operand> count;
  if (usable)
    count = tripCount(trip.start, bound, *step, op == clang::BO_LE || op == clang::BO_GE, form.location);
  diags.takeBack(mark);
  if (!count)
    return false;
  trip.count = std::move(*count);
  form.trip = std::move(trip);
  return true;
}

} // namespace onnxc::lower
