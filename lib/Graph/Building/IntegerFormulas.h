//===- IntegerFormulas.h - Functions of <numeric> and <bit> ----------------===//
//
// Private to lib/Graph; as MathFormulas.h.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_INTEGERFORMULAS_H
#define ONNXC_GRAPH_INTEGERFORMULAS_H

#include "Graph/Building/Formula.h"

namespace onnxc::graph::formulas {

Term midpoint(Formula &, const Terms &x);
Term gcd(Formula &, const Terms &x);
Term lcm(Formula &, const Terms &x);
Term popcount(Formula &, const Terms &x);
Term leadingZeros(Formula &, const Terms &x);
Term leadingOnes(Formula &, const Terms &x);
Term trailingZeros(Formula &, const Terms &x);
Term trailingOnes(Formula &, const Terms &x);
Term bitWidth(Formula &, const Terms &x);
Term bitCeil(Formula &, const Terms &x);
Term bitFloor(Formula &, const Terms &x);
Term hasSingleBit(Formula &, const Terms &x);
Term rotatedLeft(Formula &, const Terms &x);
Term rotatedRight(Formula &, const Terms &x);

} // namespace onnxc::graph::formulas

#endif
