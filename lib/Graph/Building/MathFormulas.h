//===- MathFormulas.h - Functions of <cmath>, <numeric> and <bit> as formulas ---===//
//
// Private to lib/Graph: the formulas to which the table in LibraryFunctions.cpp
// refers. They give what C++ gives, signs of zeros, infinities and NaNs included;
// but the sign of a NaN can't be seen. Where ONNX has no operator, or ONNX Runtime
// none for doubles, the result may differ in the last places.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_MATHFORMULAS_H
#define ONNXC_GRAPH_MATHFORMULAS_H

#include "Graph/Building/Formula.h"

namespace onnxc::graph::formulas {

// Rounding, signs, remainders, classes.
Term abs(const Term &x);
Term isNaN(const Term &x);
Term isInf(const Term &x);
Term signBit(const Term &x);
Term copySign(const Term &size, const Term &sign);
/// `condition ? a : b`, of zeros with their sign.
Term choose(const Term &condition, const Term &a, const Term &b);
Term truncated(Formula &, const Terms &x);
Term rounded(Formula &, const Terms &x);
Term toEven(Formula &, const Terms &x);
Term roundedInteger(Formula &, const Terms &x);
Term toEvenInteger(Formula &, const Terms &x);
Term remainder(Formula &, const Terms &x);
Term fdim(Formula &, const Terms &x);
Term fmin(Formula &, const Terms &x);
Term fmax(Formula &, const Terms &x);
Term fma(Formula &, const Terms &x);
Term lerp(Formula &, const Terms &x);
Term isFinite(Formula &, const Terms &x);
Term isNormal(Formula &, const Terms &x);
Term isUnordered(Formula &, const Terms &x);
Term isLessGreater(Formula &, const Terms &x);
Term classified(Formula &, const Terms &x);
Term scaled(Formula &, const Terms &x);
Term exponent(Formula &, const Terms &x);
Term integerExponent(Formula &, const Terms &x);

} // namespace onnxc::graph::formulas

#endif
