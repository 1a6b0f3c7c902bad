//===- Text.h - Attribute values as text ---------------------------------------===//
//
// 2, 0.5, true, "text", [1, 2], none: the form of keys (collect.h) and of default arguments (stub::Parameter).
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_RUNTIME_TEXT_H
#define ONNXC_RUNTIME_TEXT_H

#include "onnx/onnx_pb.h"
#include "onnxc/attributes.h"
#include <optional>
#include <string>
#include <string_view>

namespace onnxc::runtime {

/// The value as an attribute; none for "none". `kind` 0: what the text looks like. Throws TraceError on text that is no
/// value of the kind.
std::optional<onnx::AttributeProto> parseAttribute(const std::string &name, std::string_view text, AttributeKind kind);

/// The inverse.
std::string attributeText(const onnx::AttributeProto &attribute);

/// The name of a type as the C++ ABI spells it.
std::string typeName(const std::type_info &type);

} // namespace onnxc::runtime

#endif
