//===- Fold.h - C++ operators on numbers that are known ------------------------===//
//
// One rule for literals beside tensors and for the C++ scalars of scripts:
//
// - Integers wrap in the width of their type: + - * ~ << and conversions.
// - / and % truncate. Division by zero, and of the smallest number by -1, are
//   errors; so are shifts by less than 0, or by the width of the type or more.
//   C++ leaves them undefined.
// - >> of negative numbers keeps the sign.
// - Floats follow IEEE 754, rounded to their type after each operator.
//
// The width is that of the type in which C++ computes, after its conversions.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_FOLD_H
#define ONNXC_GRAPH_FOLD_H

#include "Graph/Building/Builder.h"

namespace onnxc::graph {

/// `a op b`, both of type `dtype` (FLOAT, DOUBLE, BOOL or an integer type of C++); the right side of a shift may have
/// any integer type. Comparisons give a bool.
Result<Number> fold(CppOp op, const Number &a, const Number &b, DType dtype);
/// `op a`.
Result<Number> fold(CppOp op, const Number &a, DType dtype);

/// The value of the operator on literals that have no C++ type any more: they count as bool, int64, uint64 or double.
Result<Literal> fold(CppOp op, const std::vector<Literal> &operands);
/// The type in which C++ computes with numbers of these types.
DType arithmeticType(const std::vector<DType> &types);

} // namespace onnxc::graph

#endif
