// The only RecursiveASTVisitor of onnxc: it walks a function body.
#ifndef ONNXC_FRONTEND_BODYVISITOR_H
#define ONNXC_FRONTEND_BODYVISITOR_H

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

#include <functional>

namespace onnxc::frontend {

/// What a walk reports; unset functions are not called.
struct BodyCallbacks {
  std::function<void(const clang::VarDecl *)> variable;     ///< each local variable, in source order
  std::function<void(const clang::LambdaExpr *)> lambda;    ///< each lambda, before its own body
  std::function<void(const clang::CXXRecordDecl *)> record; ///< each local class
};

/// Walks `body` including the bodies of lambdas in it, but not those of generic lambdas' patterns.
void visitBody(const clang::Stmt *body, const BodyCallbacks &callbacks);

} // namespace onnxc::frontend

#endif
