//===- CheckModel.h - onnx's checker ---------------------------------------===//
#ifndef ONNXC_GRAPH_CHECKMODEL_H
#define ONNXC_GRAPH_CHECKMODEL_H

#include "Graph/IR/Error.h"
#include "onnx/onnx_pb.h"

namespace onnxc::graph {

/// onnx's checker (full) over the finished model; an Error means a bug of ours.
Status checkModel(const onnx::ModelProto &model, bool full = true);

} // namespace onnxc::graph

#endif
