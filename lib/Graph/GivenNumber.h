//===- GivenNumber.h - Numbers whose type becomes known later ---------------------===//
//
// Private to lib/Graph, but for misfits(), which is declared in Finish.h.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_GIVENNUMBER_H
#define ONNXC_GRAPH_GIVENNUMBER_H

#include "Finish.h"
#include "TypeEnv.h"

namespace onnxc::graph {

/// An error at the node if it gives a number a type that it does not fit. Types of the inputs must be inferred.
Status checkGivenNumber(const Node &node, TypeEnv &env);

} // namespace onnxc::graph

#endif
