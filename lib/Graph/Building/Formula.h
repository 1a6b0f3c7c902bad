//===- Formula.h - Formulas of nodes ------------------------------------------===//
//
// Private to lib/Graph. Formulas on numbers of the run time read as they do in
// C++: a Term is a node's value, or a constant that takes the type of what it
// meets. The first error ends a formula; all later terms are empty.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_FORMULA_H
#define ONNXC_GRAPH_FORMULA_H

#include "Graph/Building/Builder.h"

namespace onnxc::graph {

struct Formula;

struct Term {
  Formula *formula = nullptr; ///< null for constants
  Operand operand;

  Term(Formula &formula, Value *value) : formula(&formula), operand(value) {}
  Term(double number) : operand(Literal(number)) {}
  Term(int number) : operand(Literal(int64_t(number))) {}
  Term(int64_t number) : operand(Literal(number)) {}
};

/// One formula in the making. `type`: in which it computes.
struct Formula {
  Builder &builder;
  DType type;
  Status error;

  Formula(Builder &builder, DType type) : builder(builder), type(type) {}
  Term take(Result<Value *> result);
  /// A constant of that type.
  Term number(const Number &number, DType dtype);
  Term number(double value) { return number(Number(value), type); }
  Result<Value *> finish(const Term &term);
};

/// A node; one input at least is no constant.
Term node(const char *opType, const std::vector<Term> &inputs, Attributes attributes = {});

Term operator+(const Term &a, const Term &b);
Term operator-(const Term &a, const Term &b);
Term operator*(const Term &a, const Term &b);
Term operator/(const Term &a, const Term &b);
Term operator%(const Term &a, const Term &b); ///< the sign of `a`, as in C++
Term operator-(const Term &a);
Term operator<(const Term &a, const Term &b);
Term operator<=(const Term &a, const Term &b);
Term operator>(const Term &a, const Term &b);
Term operator>=(const Term &a, const Term &b);
Term operator==(const Term &a, const Term &b);
/// Of bools; both sides are computed.
Term operator&&(const Term &a, const Term &b);
Term operator||(const Term &a, const Term &b);
Term operator!(const Term &a);

/// Known element types for which ONNX Runtime has Where.
bool hasWhere(ElemType type);
/// `condition ? a : b`; two constants have the type of the formula. For types of which ONNX Runtime has Where.
Term where(const Term &condition, const Term &a, const Term &b);
Term cast(const Term &term, DType dtype);
/// As double where the formula is of floats, and back: what is rounded once more is right, or next to it.
Term wide(const Term &term);
Term narrow(const Term &term);

namespace formulas {
using Terms = std::vector<Term>;
using Function = Term (*)(Formula &formula, const Terms &x);
} // namespace formulas

} // namespace onnxc::graph

#endif
