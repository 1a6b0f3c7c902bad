//===- RawData.h - Elements of tensors as bytes ----------------------------===//
#ifndef ONNXC_GRAPH_RAWDATA_H
#define ONNXC_GRAPH_RAWDATA_H

#include "onnx/onnx_pb.h"

namespace onnxc::graph {

/// The elements of `tensor` become raw_data; false for strings, which cannot.
bool makeRaw(onnx::TensorProto &tensor);

} // namespace onnxc::graph

#endif
