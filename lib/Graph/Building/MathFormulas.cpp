//===- MathFormulas.cpp - Rounding, signs, remainders, classes of numbers --------===//
#include "Graph/Building/MathFormulas.h"

#include <cmath>
#include <limits>

namespace onnxc::graph::formulas {

Term abs(const Term &x) { return node("Abs", {x}); }
Term isNaN(const Term &x) { return node("IsNaN", {x}); }
Term isInf(const Term &x) { return node("IsInf", {x}); }

/// Of -0 too, by its reciprocal.
Term signBit(const Term &x) { return x < 0 || 1 / x < 0; }

/// ONNX Runtime's Where loses the sign of zeros, products keep it.
static Term withSign(const Term &number, const Term &isNegative) { return number * where(isNegative, -1, 1); }

Term copySign(const Term &size, const Term &sign) { return withSign(abs(size), signBit(sign)); }

Term choose(const Term &condition, const Term &a, const Term &b) {
  Term isNegative = (condition && signBit(a)) || (!condition && signBit(b));
  return withSign(abs(where(condition, a, b)), isNegative);
}

Term truncated(Formula &, const Terms &x) { return copySign(node("Floor", {abs(x[0])}), x[0]); }

/// Halves go away from zero.
Term rounded(Formula &, const Terms &x) {
  Term size = abs(x[0]), whole = node("Floor", {size});
  return copySign(whole + where(size - whole >= 0.5, 1, 0), x[0]);
}

/// Halves go to the even neighbour. ONNX Runtime loses the sign of zeros.
Term toEven(Formula &, const Terms &x) { return copySign(node("Round", {x[0]}), x[0]); }

Term roundedInteger(Formula &formula, const Terms &x) { return cast(rounded(formula, x), DType::INT64); }
Term toEvenInteger(Formula &, const Terms &x) { return cast(node("Round", {x[0]}), DType::INT64); }

/// x - n * y with the n next to x / y, the even one of two. Exact, as fmod is.
Term remainder(Formula &, const Terms &x) {
  Term divisor = abs(x[1]), rest = abs(x[0]) % (divisor + divisor);
  Term less = rest - divisor;
  Term result = where(rest + rest > divisor, where(less + less >= divisor, less - divisor, less), rest);
  return withSign(result, signBit(x[0]));
}

Term fdim(Formula &, const Terms &x) { return where(x[0] <= x[1], 0, x[0] - x[1]); }

/// The other argument where one is NaN; ONNX's Min and Max give NaN.
static Term unlessNaN(const char *opType, const Terms &x) {
  return choose(isNaN(x[0]), x[1], choose(isNaN(x[1]), x[0], node(opType, x)));
}
Term fmin(Formula &, const Terms &x) { return unlessNaN("Min", x); }
Term fmax(Formula &, const Terms &x) { return unlessNaN("Max", x); }

/// a = high + low, each of half the digits.
static std::pair<Term, Term> halves(const Term &a) {
  Term shifted = a * 134217729.0; // 2^27 + 1
  Term high = shifted - (shifted - a);
  return {high, a - high};
}

/// a * b + c, rounded once: of floats as doubles, of doubles with the errors of product and sum (Dekker, Knuth).
Term fma(Formula &formula, const Terms &x) {
  if (formula.type == DType::FLOAT)
    return narrow(wide(x[0]) * wide(x[1]) + wide(x[2]));
  Term product = x[0] * x[1], sum = product + x[2];
  auto [aHigh, aLow] = halves(x[0]);
  auto [bHigh, bLow] = halves(x[1]);
  Term productError = aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
  Term added = sum - product;
  Term sumError = (product - (sum - added)) + (x[2] - added);
  Term error = productError + sumError;
  return where(isNaN(error) || isInf(error), sum, sum + error);
}

/// As P0811 defines it: exact at both ends, monotonic.
Term lerp(Formula &, const Terms &x) {
  const Term &a = x[0], &b = x[1], &t = x[2];
  Term between = (a <= 0 && b >= 0) || (a >= 0 && b <= 0);
  Term step = a + t * (b - a);
  Term clamped = where(node("Equal", {t > 1, b > a}), where(b < step, step, b), where(b > step, step, b));
  return where(between, t * b + (1 - t) * a, where(t == 1, b, clamped));
}

Term isFinite(Formula &, const Terms &x) { return !(isNaN(x[0]) || isInf(x[0])); }

static Term smallestNormal(Formula &formula) {
  return formula.number(formula.type == DType::FLOAT ? std::numeric_limits<float>::min()
                                                     : std::numeric_limits<double>::min());
}

Term isNormal(Formula &formula, const Terms &x) { return isFinite(formula, x) && abs(x[0]) >= smallestNormal(formula); }

Term isUnordered(Formula &, const Terms &x) { return isNaN(x[0]) || isNaN(x[1]); }
Term isLessGreater(Formula &, const Terms &x) { return x[0] < x[1] || x[0] > x[1]; }

/// __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x).
Term classified(Formula &formula, const Terms &x) {
  const Term &number = x[5];
  Term small = where(abs(number) < smallestNormal(formula), x[3], x[2]);
  return where(isNaN(number), x[0], where(isInf(number), x[1], where(number == 0, x[4], small)));
}

static Term powerOf2(const Term &exponent) {
  return node("Pow", {exponent.formula->number(Number(2.0), DType::DOUBLE), wide(exponent)});
}

/// x * 2^n. Of doubles in three steps, as 2^n alone may be out of range.
Term scaled(Formula &formula, const Terms &x) {
  int64_t most = formula.type == DType::FLOAT ? 400 : 2400;
  Term n = node("Max", {node("Min", {x[1], most}), -most});
  if (formula.type == DType::FLOAT)
    return narrow(wide(x[0]) * powerOf2(n));
  Term third = n / 3, factor = powerOf2(third);
  return x[0] * factor * factor * powerOf2(n - third - third);
}

/// The exponent of |x| as a double. The logarithm is next to it.
Term exponent(Formula &formula, const Terms &x) {
  Term size = wide(abs(x[0]));
  Term e = node("Floor", {node("Log", {size}) * (1 / std::log(2.0))});
  e = where(powerOf2(e) > size, e - 1, where(powerOf2(e + 1) <= size, e + 1, e));
  Term finite = where(size == 0, -std::numeric_limits<double>::infinity(), e);
  return cast(where(isInf(size) || isNaN(size), size, finite), formula.type);
}

Term integerExponent(Formula &formula, const Terms &x) {
  Term e = exponent(formula, x);
  Term whole = cast(where(isNaN(e) || isInf(e), 0, e), DType::INT64);
  Term odd = where(isNaN(x[0]), int64_t(FP_ILOGBNAN), formula.number(Number(int64_t(INT32_MAX)), DType::INT64));
  return where(x[0] == 0, int64_t(FP_ILOGB0), where(isFinite(formula, x), whole, odd));
}

} // namespace onnxc::graph::formulas
