// Protobuf's JSON form of a model.
#ifndef ONNXC_EMIT_JSON_H
#define ONNXC_EMIT_JSON_H

#include "onnx/onnx_pb.h"

#include <string>

namespace onnxc::emit {

/// The official JSON mapping with ONNX's own field names: google.protobuf.json_format reads it back. Empty when a
/// string is not UTF-8.
std::string json(const onnx::ModelProto &model);

} // namespace onnxc::emit

#endif
