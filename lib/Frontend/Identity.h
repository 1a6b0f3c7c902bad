// What an ONNX function is called when its annotation does not say: from the C++ declaration alone, the same in every
// file and thread.
#ifndef ONNXC_FRONTEND_IDENTITY_H
#define ONNXC_FRONTEND_IDENTITY_H

#include "Frontend/Annotations.h"

#include "clang/AST/Decl.h"

#include <string>

namespace onnxc::frontend {

struct Identity {
  std::string
      domain; ///< enclosing namespaces joined by '.'; inline and unnamed ones do not count; "local" for the global one
  std::string name;     ///< `f`, `Class.method`, `Class` for its call operator, `f.variable` for a lambda
  std::string overload; ///< template arguments and, where annotated overloads exist, parameter types; of enclosing
                        ///< classes and functions too
};

Identity identityOf(const clang::FunctionDecl *function, LambdaNames &lambdaNames);

/// Canonical text of template arguments: `0,2`, `float`, `true,0.5`.
std::string templateArgumentsText(llvm::ArrayRef<clang::TemplateArgument> arguments, const clang::ASTContext &context);

} // namespace onnxc::frontend

#endif
