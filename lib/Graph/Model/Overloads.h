//===- Overloads.h - Overloads that ONNX Runtime cannot find ---------------===//
#ifndef ONNXC_GRAPH_OVERLOADS_H
#define ONNXC_GRAPH_OVERLOADS_H

#include "onnx/onnx_pb.h"

namespace onnxc::graph {

/// Functions with an overload that other functions call get it into their name, `reduce<0, 2>`: ONNX Runtime 1.32 can't
/// load them otherwise.
void moveOverloadsIntoNames(onnx::ModelProto &model);

} // namespace onnxc::graph

#endif
