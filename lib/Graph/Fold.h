//===- Fold.h - C++ operators on literals -------------------------------------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_FOLD_H
#define ONNXC_GRAPH_FOLD_H

#include "Builder.h"

namespace onnxc::graph {

/// The value that C++ gives the operator on these scalars, by its usual arithmetic conversions over bool, int64, uint64
/// and double.
Result<Literal> fold(CppOp op, const std::vector<Literal> &operands);

} // namespace onnxc::graph

#endif
