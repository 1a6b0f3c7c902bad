//===- Save.h - Models as files --------------------------------------------===//
#ifndef ONNXC_GRAPH_SAVE_H
#define ONNXC_GRAPH_SAVE_H

#include "onnx/onnx_pb.h"
#include <cstdint>
#include <optional>
#include <string>

namespace onnxc::graph {

/// Deterministic bytes to a temporary name in the same folder, then renamed. With `externalData`, initialisers and
/// constants above `threshold` bytes go to that file beside the model. Returns an error text (folder missing, disk
/// full, > 2 GB ...).
std::optional<std::string> save(const onnx::ModelProto &model, const std::string &path,
                                const std::string &externalData = {}, int64_t threshold = 1024);

} // namespace onnxc::graph

#endif
