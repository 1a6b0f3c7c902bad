// Tensors in ONNX's textual syntax.
#ifndef ONNXC_EMIT_TENSORTEXT_H
#define ONNXC_EMIT_TENSORTEXT_H

#include "onnx/onnx_pb.h"

#include <string>

namespace onnxc::emit {

/// "float[2,3]": element type and dimensions; rank 0 has no brackets, an unknown rank has empty ones (ONNX's own rule).
std::string typeText(const onnx::TypeProto &type);

/// "float[2] {1, 2}". All elements; 16-bit and 8-bit floats as their bit patterns (ONNX's own rule), 4-bit integers
/// unpacked.
std::string tensorText(const onnx::TensorProto &tensor);

/// Shortest decimal form that reads back as the same number, in any locale.
std::string numberText(double value);
std::string numberText(float value);

/// In quotes, with \ and " escaped: what onnx's parser reads.
std::string quoted(const std::string &text);

/// As it is when it is an identifier, else quoted.
std::string identifier(const std::string &text);

/// "float", "int64", ... as ONNX spells element types.
std::string elementTypeText(int32_t type);

} // namespace onnxc::emit

#endif
