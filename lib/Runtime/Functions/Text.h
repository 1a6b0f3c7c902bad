//===- Text.h - Attribute values as text ----------------------------------===//
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

/// Reads one value after another; none where the text has no such value.
class ValueReader {
public:
  explicit ValueReader(std::string_view text, size_t start = 0) : text(text), at(start) {}

  bool atEnd();
  size_t position() const { return at; }
  bool accept(char wanted);
  std::optional<std::string> string();
  /// Also true, false and the names of element types.
  std::optional<int64_t> integer();
  std::optional<double> real();

private:
  void skip();
  std::string_view word();

  std::string_view text;
  size_t at;
};

/// The value as an attribute; none for "none". `kind` 0: what the text looks like. Throws TraceError on text that is no
/// value of the kind.
std::optional<onnx::AttributeProto> parseAttribute(const std::string &name, std::string_view text, AttributeKind kind);

/// The inverse.
std::string attributeText(const onnx::AttributeProto &attribute);

/// The name of a type as the C++ ABI spells it.
std::string typeName(const std::type_info &type);

} // namespace onnxc::runtime

#endif
