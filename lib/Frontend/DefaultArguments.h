// Default arguments of annotated functions.
#ifndef ONNXC_FRONTEND_DEFAULTARGUMENTS_H
#define ONNXC_FRONTEND_DEFAULTARGUMENTS_H

#include "clang/AST/Decl.h"

#include <optional>
#include <string>

namespace clang {
class Sema;
}

namespace onnxc::frontend {

/// The default argument of a parameter, wherever it is declared and of whatever template; null where there is none.
const clang::Expr *defaultArgument(const clang::FunctionDecl *function, const clang::ParmVarDecl *parameter,
                                   clang::Sema &sema);

/// The value as a 32-bit float, as text, if `value` is a constant double that it is not.
std::optional<std::string> inexactAsFloat(const clang::Expr *value, const clang::ASTContext &context);

} // namespace onnxc::frontend

#endif
