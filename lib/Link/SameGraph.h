// Whether two models compute the same, as far as their graphs tell.
#ifndef ONNXC_LINK_SAMEGRAPH_H
#define ONNXC_LINK_SAMEGRAPH_H

#include "onnx/onnx_pb.h"

namespace onnxc::link {

/// True when both graphs, which have no functions (see the inliner), make their outputs of their inputs by the same
/// operators in the same way. Names, the order of nodes, nodes that no output needs, Identity, and how a constant is
/// written (also one that is cast) do not count. False says nothing: both may still mean the same.
bool sameGraph(const onnx::ModelProto &a, const onnx::ModelProto &b);

} // namespace onnxc::link

#endif
