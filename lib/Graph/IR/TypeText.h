//===- TypeText.h - Reads types that users write ------------------------------===//
#ifndef ONNXC_GRAPH_TYPETEXT_H
#define ONNXC_GRAPH_TYPETEXT_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Type.h"

namespace onnxc::graph {

/// `float` (any rank), `float[]` (rank 0), `float[N,?,3]` (a symbol, an unknown dimension, a fixed one), `seq(TYPE)`,
/// `optional(TYPE)`, `tensor(TYPE)`. Element types as dtypeNamed() reads them. The inverse of toString(Type) for types
/// whose element type is known. An error says which part is wrong and why.
Result<Type> parseType(std::string_view text);

} // namespace onnxc::graph

#endif
