// A model as a graph for Graphviz.
#ifndef ONNXC_EMIT_DOT_H
#define ONNXC_EMIT_DOT_H

#include "onnx/onnx_pb.h"

#include <string>

namespace onnxc::emit {

/// One cluster for the main graph (when it has nodes) and one for each function; subgraphs are clusters inside. Nodes
/// are labelled with operator and attributes.
std::string dot(const onnx::ModelProto &model);

} // namespace onnxc::emit

#endif
