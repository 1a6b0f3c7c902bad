//===- OverloadNames.h - Overloaded functions that other functions call ------------===//
#ifndef ONNXC_GRAPH_OVERLOADNAMES_H
#define ONNXC_GRAPH_OVERLOADNAMES_H

namespace onnx {
class ModelProto;
}

namespace onnxc::graph {

/// ONNX Runtime (1.32 and before) looks up a call inside a function without its overload and then refuses the model. So a
/// function with an overload that another function calls is written as `name[overload]` with no overload, everywhere in the
/// model. Functions that only the main graph calls keep name and overload.
void nameNestedOverloads(onnx::ModelProto &model);

} // namespace onnxc::graph

#endif
