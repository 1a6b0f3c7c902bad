//===- Formula.cpp - Formulas of nodes -----------------------------------------===//
#include "Graph/Building/Formula.h"

namespace onnxc::graph {

Term Formula::take(Result<Value *> result) {
  if (!result && !error)
    error = std::move(result.error());
  return Term(*this, result ? *result : nullptr);
}

Term Formula::number(const Number &number, DType dtype) {
  return error ? Term(*this, nullptr) : take(builder.constant(Literal(number), dtype));
}

Result<Value *> Formula::finish(const Term &term) {
  if (error)
    return std::move(*error);
  return builder.materialise(term.operand, type);
}

Term node(const char *opType, const std::vector<Term> &inputs, Attributes attributes) {
  Formula *formula = nullptr;
  std::vector<Operand> operands;
  for (const Term &input : inputs) {
    formula = input.formula ? input.formula : formula;
    operands.push_back(input.operand);
  }
  assert(formula && "constants are folded");
  if (formula->error)
    return Term(*formula, nullptr);
  return formula->take(formula->builder.op(opType, std::move(operands), std::move(attributes)));
}

Term operator+(const Term &a, const Term &b) { return node("Add", {a, b}); }
Term operator-(const Term &a, const Term &b) { return node("Sub", {a, b}); }
Term operator*(const Term &a, const Term &b) { return node("Mul", {a, b}); }
Term operator/(const Term &a, const Term &b) { return node("Div", {a, b}); }
Term operator-(const Term &a) { return node("Neg", {a}); }
Term operator<(const Term &a, const Term &b) { return node("Less", {a, b}); }
Term operator<=(const Term &a, const Term &b) { return node("LessOrEqual", {a, b}); }
Term operator>(const Term &a, const Term &b) { return node("Greater", {a, b}); }
Term operator>=(const Term &a, const Term &b) { return node("GreaterOrEqual", {a, b}); }
Term operator==(const Term &a, const Term &b) { return node("Equal", {a, b}); }
Term operator&&(const Term &a, const Term &b) { return node("And", {a, b}); }
Term operator||(const Term &a, const Term &b) { return node("Or", {a, b}); }
Term operator!(const Term &a) { return node("Not", {a}); }

Term operator%(const Term &a, const Term &b) {
  Attributes attributes;
  attributes.push_back(attr("fmod", int64_t(1)));
  return node("Mod", {a, b}, std::move(attributes));
}

Term where(const Term &condition, const Term &a, const Term &b) {
  Formula &formula = *condition.formula;
  if (a.operand.literal && b.operand.literal)
    return node("Where", {condition, formula.number(a.operand.literal->data[0], formula.type), b});
  return node("Where", {condition, a, b});
}

Term cast(const Term &term, DType dtype) {
  Formula &formula = *term.formula;
  if (formula.error || formula.builder.typeOf(term.operand).elem == ElemType(dtype))
    return term;
  Attributes attributes;
  attributes.push_back(attr("to", static_cast<int64_t>(dtype)));
  return node("Cast", {term}, std::move(attributes));
}

Term wide(const Term &term) { return cast(term, DType::DOUBLE); }
Term narrow(const Term &term) { return cast(term, term.formula->type); }

bool hasWhere(ElemType type) {
  switch (type.dtype) {
  case DType::FLOAT:
  case DType::DOUBLE:
  case DType::FLOAT16:
  case DType::INT8:
  case DType::INT32:
  case DType::INT64:
  case DType::UINT8:
  case DType::UINT32:
  case DType::STRING:
    return true;
  default:
    return false;
  }
}

} // namespace onnxc::graph
