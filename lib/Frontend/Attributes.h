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

/// The annotation that `function` itself carries, written rather than inherited where there is a choice; null when
/// there is none.
const clang::AnnotateAttr *onnxAttribute(const clang::Decl *function);

} // namespace onnxc::frontend

#endif
