//===- AttributeText.h - Attribute values as text, and back ---------------===//
//
// 2, 0.5, true, "text", [1, 2], none: the form of keys (collect.h) and of default arguments (stub::Parameter).
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_RUNTIME_ATTRIBUTETEXT_H
#define ONNXC_RUNTIME_ATTRIBUTETEXT_H

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

} // namespace onnxc::runtime

#endif
