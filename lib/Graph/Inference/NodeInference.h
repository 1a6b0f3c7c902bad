//===- NodeInference.h - onnx's inference of one node ----------------------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_NODEINFERENCE_H
#define ONNXC_GRAPH_NODEINFERENCE_H

#include "Graph/Inference/TypeEnv.h"

namespace onnxc::graph {

/// Adds to `outputs` what onnx's inference of the operator's schema finds, where it can be called.
Status inferByOnnx(const Node &node, TypeEnv &env, std::vector<Type> &outputs);

} // namespace onnxc::graph

#endif
