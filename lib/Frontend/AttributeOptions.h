// The options that an attribute has.
#ifndef ONNXC_FRONTEND_ATTRIBUTEOPTIONS_H
#define ONNXC_FRONTEND_ATTRIBUTEOPTIONS_H

#include "Frontend/Annotations.h"

#include "clang/AST/Attr.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onnxc::frontend {

/// What one attribute says.
struct AttributeOptions {
  Annotation::Kind kind = Annotation::Script;
  std::optional<std::string> domain, name;
  std::optional<int64_t> version;
  bool valid = true; ///< false when something was bad
};

/// Reads `attribute`. Options that are bad are reported when `diagnoser` is not null, and left out.
AttributeOptions readAttribute(const clang::AnnotateAttr &attribute, clang::ASTContext &context, Diagnoser *diagnoser);

} // namespace onnxc::frontend

#endif
