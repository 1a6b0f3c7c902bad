//===- GivenNumber.h - Numbers whose type becomes known later ---------------------===//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_GIVENNUMBER_H
#define ONNXC_GRAPH_GIVENNUMBER_H

#include "Graph/Inference/TypeEnv.h"

namespace onnxc::graph {

/// An error at the node if it gives a number a type that it does not fit. Types of the inputs must be inferred.
Status checkGivenNumber(const Node &node, TypeEnv &env);

/// Numbers that do not fit the element types that they have got in the end, each with its place: a number beside a
/// tensor of unknown type may have been written before the type became known.
std::vector<Error> misfits(Function &function);

} // namespace onnxc::graph

#endif
