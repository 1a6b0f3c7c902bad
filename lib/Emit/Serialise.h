// The binary forms of models and functions.
#ifndef ONNXC_EMIT_SERIALISE_H
#define ONNXC_EMIT_SERIALISE_H

#include "onnx/onnx_pb.h"

#include <string>

namespace onnxc::emit {

/// The same bytes for the same message, everywhere. Empty when the message is larger than protobuf allows (2 GB).
std::string serialise(const google::protobuf::MessageLite &message);

/// `domain.name.onnxf` or `domain.name.overload.onnxf`: letters, digits, `.`, `_` and `-` stay, all else becomes %XX.
std::string functionFileName(const onnx::FunctionProto &function);

} // namespace onnxc::emit

#endif
