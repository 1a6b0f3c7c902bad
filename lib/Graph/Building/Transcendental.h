//===- Transcendental.h - Exponentials, logarithms, angles -----------------===//
//
// Private to lib/Graph; as MathFormulas.h.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_TRANSCENDENTAL_H
#define ONNXC_GRAPH_TRANSCENDENTAL_H

#include "Graph/Building/Formula.h"

namespace onnxc::graph::formulas {

Term exp2(Formula &, const Terms &x);
Term expm1(Formula &, const Terms &x);
Term log1p(Formula &, const Terms &x);
Term log2(Formula &, const Terms &x);
Term log10(Formula &, const Terms &x);
Term cbrt(Formula &, const Terms &x);
Term hypot(Formula &, const Terms &x);
Term tan(Formula &, const Terms &x);
Term asin(Formula &, const Terms &x);
Term acos(Formula &, const Terms &x);
Term atan(Formula &, const Terms &x);
Term atan2(Formula &, const Terms &x);
Term sinh(Formula &, const Terms &x);
Term cosh(Formula &, const Terms &x);
Term asinh(Formula &, const Terms &x);
Term acosh(Formula &, const Terms &x);
Term atanh(Formula &, const Terms &x);

} // namespace onnxc::graph::formulas

#endif
