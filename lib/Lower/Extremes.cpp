//===- Extremes.cpp - std::min, std::max, std::clamp -------------------------------------------===//
//
// They give one of their arguments, by reference: a choice, as `b < a ? b : a` is.
//
//===------------------------------------------------------------------------===//
#include "LibraryLowering.h"

namespace onnxc::lower {

/// Compares numbers, or tensors that are known to have one element, which C++ asks for it.
Value LibraryLowering::isLess(Object *a, Object *b, const clang::CallExpr *call, const char *operatorName) {
  Location location = call->getExprLoc();
  Value left = load(a, call), right = load(b, call);
  if (left.isPoison() || right.isPoison())
    return Value::poison();
  if (!left.is(Value::Kind::Tensor) && !right.is(Value::Kind::Tensor))
    return decided(arithmetic(clang::BO_LT, std::move(left), std::move(right), a->type, location), location);
  left = toTensor(std::move(left), location), right = toTensor(std::move(right), location);
  if (left.isPoison() || right.isPoison())
    return Value::poison();
  for (const Value *value : {&left, &right}) {
    graph::Type type = builder.typeOf(value->operand);
    bool isOne = type.isTensor() && type.shape &&
                 llvm::all_of(*type.shape, [](const graph::Dim &dim) { return dim.value == 1; });
    if (isOne)
      continue;
    report(location, DiagId::ExtremeOfTensors) << "'" + call->getDirectCallee()->getQualifiedNameAsString() + "'"
                                               << graph::toString(type) << operatorName << call->getSourceRange();
    return Value::poison();
  }
  builder.location = location.getRawEncoding();
  auto less = builder.cpp(graph::CppOp::Lt, {left.operand, right.operand});
  return less ? decided(tensorAsBool(Value::tensorOf(*less), location), location) : fail(less.error(), location);
}

/// `condition ? a : b`; null after an error.
Object *LibraryLowering::pick(const Value &condition, Object *a, Object *b, const clang::CallExpr *call) {
  if (condition.isPoison())
    return nullptr;
  if (condition.isKnownNumber())
    return condition.isTrue() ? a : b;
  return choose(condition, a, b, call->getExprLoc());
}

/// The lesser or the greater one; the first of equal ones. Null after an error.
Object *LibraryLowering::extremeOf(Object *a, Object *b, bool isMin, const clang::CallExpr *call,
                                   const char *operatorName) {
  if (!a || !b)
    return nullptr;
  Value isOther = isMin ? isLess(b, a, call, operatorName) : isLess(a, b, call, operatorName);
  return pick(isOther, b, a, call);
}

/// std::min and std::max of two, or of a list, and std::clamp, of numbers or tensors; not with a comparison of one's
/// own.
std::optional<Value> LibraryLowering::extremeCall(const clang::FunctionDecl *callee, const clang::CallExpr *call) {
  llvm::StringRef name = callee->getName();
  TypeClass cls = unit.types().classify(callee->getReturnType().getNonReferenceType());
  bool isClamp = name == "clamp", isMin = name == "min";
  if ((cls != TypeClass::Arithmetic && cls != TypeClass::Enum && cls != TypeClass::Tensor) ||
      (isClamp ? call->getNumArgs() != 3 : call->getNumArgs() > 2))
    return std::nullopt;
  bool isList = call->getNumArgs() == 1;
  if (!isClamp && !isList && !callee->getParamDecl(1)->getType()->isReferenceType())
    return std::nullopt; // a list and a comparison
  std::vector<Object *> objects;
  for (const clang::Expr *arg : call->arguments())
    objects.push_back(ref(arg));
  if (llvm::is_contained(objects, nullptr))
    return Value::poison();
  if (isList && !objects[0]->aggregate)
    return Value::poison();
  if (isList)
    objects = objects[0]->children;
  Object *found = objects.front();
  if (isClamp) { // both bounds are compared with the value itself, as in C++
    Object *notAbove = extremeOf(found, objects[2], true, call, "Clip");
    found = notAbove ? pick(isLess(found, objects[1], call, "Clip"), objects[1], notAbove, call) : nullptr;
  } else {
    for (Object *other : llvm::ArrayRef(objects).drop_front())
      found = extremeOf(found, other, isMin, call, isMin ? "Min" : "Max");
  }
  return found ? Value::reference(found) : Value::poison();
}

} // namespace onnxc::lower
