//===- OutputShapes.h - Shapes of the outputs of a model -------------------===//
#ifndef ONNXC_GRAPH_OUTPUTSHAPES_H
#define ONNXC_GRAPH_OUTPUTSHAPES_H

#include "Graph/IR/Error.h"
#include "onnx/onnx_pb.h"

namespace onnxc::graph {

/// Gives each output of the graph a shape: as onnx infers it, else the empty one.
Status completeOutputShapes(onnx::ModelProto &model);

} // namespace onnxc::graph

#endif
