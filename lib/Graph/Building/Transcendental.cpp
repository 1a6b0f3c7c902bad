//===- Transcendental.cpp - Powers, logarithms, trigonometry ----------------------===//
//
// Where ONNX has an operator and ONNX Runtime runs it, that is taken. It has no
// tan, asin, acos, atan, sinh, cosh, asinh, acosh and atanh of doubles.
//
//===------------------------------------------------------------------------===//
#include "Graph/Building/Transcendental.h"
#include "Graph/Building/MathFormulas.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace onnxc::graph::formulas {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Term exp(const Term &x) { return node("Exp", {x}); }
Term log(const Term &x) { return node("Log", {x}); }
Term sqrt(const Term &x) { return node("Sqrt", {x}); }
Term pow(const Term &x, const Term &y) { return node("Pow", {x, y}); }

bool isFloat(const Formula &formula) { return formula.type == DType::FLOAT; }

/// log(1 + x) of doubles, also for tiny x (Kahan): what 1 + x loses is put right by a factor.
Term logOfNext(const Term &x) {
  Term next = 1 + x;
  return where(next == 1 || x == infinity, x, log(next) * x / (next - 1));
}

/// exp(x) - 1 of doubles, likewise.
Term expLess1(const Term &x) {
  Term power = exp(x), less = power - 1;
  Term small = where(less == -1, less, less * x / log(power));
  return where(power == 1, x, where(power == infinity, power, small));
}

/// The logarithm whose powers are exact: `base` is one of whose powers log() may miss.
Term exactLog(const Term &x, double base) {
  Term near = log(x) * (1 / std::log(base)), whole = node("Round", {near});
  Term power = pow(x.formula->number(Number(base), DType::DOUBLE), whole);
  return where(power == x, whole, near);
}

/// atan of doubles: that of the float next to x, and a step of Newton's, exact as the rest is tiny.
Term arcTan(const Term &x) {
  Term near = wide(node("Atan", {cast(x, DType::FLOAT)}));
  Term s = node("Sin", {near}), c = node("Cos", {near});
  Term angle = near + (x * c - s) / (c + x * s);
  return copySign(where(isInf(x), std::numbers::pi / 2, angle), x);
}

Term arcTanOf(const Formula &formula, const Term &x) { return isFloat(formula) ? node("Atan", {x}) : arcTan(x); }

} // namespace

Term exp2(Formula &formula, const Terms &x) { return pow(formula.number(2), x[0]); }
Term expm1(Formula &, const Terms &x) { return narrow(expLess1(wide(x[0]))); }
Term log1p(Formula &, const Terms &x) { return narrow(logOfNext(wide(x[0]))); }
Term log2(Formula &, const Terms &x) { return narrow(exactLog(wide(x[0]), 2)); }
Term log10(Formula &, const Terms &x) { return narrow(exactLog(wide(x[0]), 10)); }

/// A power, and a step of Newton's that makes cubes exact.
Term cbrt(Formula &, const Terms &x) {
  Term size = wide(abs(x[0])), third = x[0].formula->number(Number(1.0 / 3), DType::DOUBLE), root = pow(size, third);
  Term better = root - (root * root * root - size) / (3 * root * root);
  return copySign(narrow(where(size == 0 || isInf(size), size, better)), x[0]);
}

/// Without overflow on the way: of floats as doubles, of doubles by the largest. Infinite also beside a NaN.
Term hypot(Formula &formula, const Terms &x) {
  Term anyInf = isInf(x[0]), largest = abs(x[0]);
  for (size_t i = 1; i < x.size(); ++i) {
    anyInf = anyInf || isInf(x[i]);
    largest = node("Max", {largest, abs(x[i])});
  }
  bool isWide = isFloat(formula);
  Term unit = isWide ? Term(1.0) : where(largest == 0, 1, largest);
  std::vector<Term> squares;
  for (const Term &each : x) {
    Term part = isWide ? wide(each) : each / unit;
    squares.push_back(part * part);
  }
  Term sum = squares[0] + squares[1];
  if (squares.size() == 3)
    sum = sum + squares[2];
  return where(anyInf, infinity, isWide ? narrow(sqrt(sum)) : largest * sqrt(sum));
}

Term tan(Formula &formula, const Terms &x) {
  return isFloat(formula) ? node("Tan", {x[0]}) : node("Sin", {x[0]}) / node("Cos", {x[0]});
}

Term atan(Formula &formula, const Terms &x) { return arcTanOf(formula, x[0]); }

Term asin(Formula &formula, const Terms &x) {
  return isFloat(formula) ? node("Asin", {x[0]}) : arcTan(x[0] / sqrt((1 - x[0]) * (1 + x[0])));
}

Term acos(Formula &formula, const Terms &x) {
  return isFloat(formula) ? node("Acos", {x[0]}) : 2 * arcTan(sqrt((1 - x[0]) / (1 + x[0])));
}

/// atan2(y, x): the angle of |y| / |x|, turned into its quadrant. Two infinities are one apart, two zeros none.
Term atan2(Formula &formula, const Terms &x) {
  Term rise = abs(x[0]), run = abs(x[1]);
  Term slope = where(rise == run, where(rise == 0, 0, 1), rise / run);
  Term angle = arcTanOf(formula, slope);
  return copySign(where(signBit(x[1]), std::numbers::pi - angle, angle), x[0]);
}

Term sinh(Formula &formula, const Terms &x) {
  if (isFloat(formula))
    return node("Sinh", {x[0]});
  Term size = abs(x[0]), half = exp(size / 2), less = expLess1(size);
  return copySign(where(size > 20, half / 2 * half, (less + less / (less + 1)) / 2), x[0]);
}

Term cosh(Formula &formula, const Terms &x) {
  if (isFloat(formula))
    return node("Cosh", {x[0]});
  Term size = abs(x[0]), half = exp(size / 2);
  return where(size > 20, half / 2 * half, (exp(size) + exp(-size)) / 2);
}

Term asinh(Formula &formula, const Terms &x) {
  if (isFloat(formula))
    return node("Asinh", {x[0]});
  Term size = abs(x[0]), square = size * size;
  Term near = logOfNext(size + square / (1 + sqrt(square + 1)));
  return copySign(where(size > 1e8, log(size) + std::numbers::ln2, near), x[0]);
}

Term acosh(Formula &formula, const Terms &x) {
  if (isFloat(formula))
    return node("Acosh", {x[0]});
  Term above = x[0] - 1;
  return where(x[0] > 1e8, log(x[0]) + std::numbers::ln2, logOfNext(above + sqrt(above) * sqrt(above + 2)));
}

Term atanh(Formula &formula, const Terms &x) {
  if (isFloat(formula))
    return node("Atanh", {x[0]});
  Term size = abs(x[0]);
  return copySign(logOfNext(2 * size / (1 - size)) / 2, x[0]);
}

} // namespace onnxc::graph::formulas
