// The attributes [[onnx::...]] as Clang meets them: registered for the parser, watched as tokens, read as options.
#ifndef ONNXC_FRONTEND_ATTRIBUTES_H
#define ONNXC_FRONTEND_ATTRIBUTES_H

#include "Frontend/Annotations.h"
#include "Frontend/Diagnostics.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace onnxc::frontend {

/// What the attribute handlers note while a file is parsed.
struct AttributeLog {
  explicit AttributeLog(Diagnoser &diagnoser) : diagnoser(diagnoser) {}

  Diagnoser &diagnoser;
  /// Declarations with a written script or trace annotation, in source order; templates by their pattern.
  std::vector<const clang::FunctionDecl *> annotated;
};

/// While one lives, attributes that this thread parses are noted in its log. Without one the handlers attach nothing:
/// the annotated text is then being compiled for another purpose.
class AttributeScope {
public:
  explicit AttributeScope(AttributeLog &log);
  ~AttributeScope();
  AttributeScope(const AttributeScope &) = delete;
  AttributeScope &operator=(const AttributeScope &) = delete;

private:
  AttributeLog *outer;
};

/// Reports what never reaches the syntax tree: unknown onnx:: attributes and arguments that are a lone name.
void watchAttributeTokens(clang::Preprocessor &preprocessor, Diagnoser &diagnoser);

/// The annotation that `function` itself carries, written rather than inherited where there is a choice; null when
/// there is none.
const clang::AnnotateAttr *onnxAttribute(const clang::Decl *function);

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
