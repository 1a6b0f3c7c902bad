//===- ExternalData.h - Tensors whose data lie beside the model ------------------===//
#ifndef ONNXC_GRAPH_EXTERNALDATA_H
#define ONNXC_GRAPH_EXTERNALDATA_H

#include "onnx/onnx_pb.h"
#include <optional>
#include <set>
#include <string>

namespace onnxc::graph {

/// Brings the data of all tensors that lie in files of `folder`, the model's own, into the model: also those of nested
/// graphs, functions and attributes. The paths of the files are added to `files`. Returns an error text (no such file,
/// too short, outside the folder); some tensors have their data then and others don't.
std::optional<std::string> readExternalData(onnx::ModelProto &model, const std::string &folder,
                                            std::set<std::string> *files = nullptr);

/// The same for one tensor.
std::optional<std::string> readExternalData(onnx::TensorProto &tensor, const std::string &folder);

} // namespace onnxc::graph

#endif
