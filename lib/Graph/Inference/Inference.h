//===- Inference.h - Types and shapes by onnx's own inference ----------------===//
#ifndef ONNXC_GRAPH_INFERENCE_H
#define ONNXC_GRAPH_INFERENCE_H

#include "Graph/Inference/TypeEnv.h"

namespace onnxc::graph {

/// Infers the outputs of `node` from the types of its inputs (which must be inferred) and sets them. Where all given
/// inputs have element types: onnx's inference of the schema through an InferenceContext of our own, constants (and
/// small integer shape computations on them) passed as input data; else the schema's type variables are solved by us.
/// Also checks the schema's type constraints, which onnx's inference does not. What onnx throws is a
/// ShapeMismatch/TypeMismatch error with the operands' types as notes when all it needed was known, else "unknown".
Status inferNode(Node &node);

// For lib/Graph only.

/// The types of the node's outputs; its inputs must have theirs.
Status inferOutputs(const Node &node, TypeEnv &env, std::vector<Type> &outputs);
/// Infers all nodes of the graph into the overlay.
Status inferGraph(const Graph &graph, TypeEnv &env);

} // namespace onnxc::graph

#endif
