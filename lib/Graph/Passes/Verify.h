//===- Verify.h - Whether a finished function is legal ---------------------===//
#ifndef ONNXC_GRAPH_VERIFY_H
#define ONNXC_GRAPH_VERIFY_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"

namespace onnxc::graph {

/// Our own verification, after finish(): every value read is visible and made before, referenced attributes are
/// declared, callees present, types legal for typed nodes, names unique.
Status verify(const Function &function);

} // namespace onnxc::graph

#endif
