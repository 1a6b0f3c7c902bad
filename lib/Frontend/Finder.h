// Finds the annotated functions of a parsed file.
#ifndef ONNXC_FRONTEND_FINDER_H
#define ONNXC_FRONTEND_FINDER_H

#include "Frontend/Annotations.h"

#include "clang/AST/ASTContext.h"

#include <vector>

namespace onnxc::frontend {

/// A definition that carries [[onnx::script]] or [[onnx::trace]].
struct AnnotatedFunction {
  const clang::FunctionDecl *decl =
      nullptr; ///< the definition: never a template's pattern, always something with a concrete body
  const Annotation *annotation = nullptr; ///< owned by the AnnotationTable; kind is never Op
  bool inMainFile =
      false; ///< the definition is written in the main file (a header's template may be instantiated by it: false)
  bool isLambda = false; ///< `decl` is the call operator of a lambda
};

struct FoundFunctions {
  /// Definitions, instantiations and lambdas' call operators, in source order; instantiations of one pattern in order
  /// of instantiation. Those of system headers are left out.
  std::vector<AnnotatedFunction> functions;
  /// Annotated definitions as they are written, once each: templates' patterns and members of class templates included.
  /// For the stub writer.
  std::vector<AnnotatedFunction> written;
};

/// `searchBodies`: whether annotated lambdas or members of local classes exist; walking all bodies costs time.
FoundFunctions findAnnotated(clang::ASTContext &context, AnnotationTable &annotations, bool searchBodies);

} // namespace onnxc::frontend

#endif
