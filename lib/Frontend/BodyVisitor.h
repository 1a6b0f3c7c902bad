// The only RecursiveASTVisitors of onnxc: one walks a function body, the other asks how a template uses its type
// parameters.
#ifndef ONNXC_FRONTEND_BODYVISITOR_H
#define ONNXC_FRONTEND_BODYVISITOR_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

#include <functional>
#include <vector>

namespace onnxc::frontend {

/// What a walk reports; unset functions are not called.
struct BodyCallbacks {
  std::function<void(const clang::VarDecl *)> variable;     ///< each local variable, in source order
  std::function<void(const clang::LambdaExpr *)> lambda;    ///< each lambda, before its own body
  std::function<void(const clang::CXXRecordDecl *)> record; ///< each local class
};

/// Walks `body` including the bodies of lambdas in it, but not those of generic lambdas' patterns.
void visitBody(const clang::Stmt *body, const BodyCallbacks &callbacks);

/// For each parameter of `functionTemplate`, whether it is a type that is used only as `TensorOf<T, ...>`: all
/// instances then do the same, and one ONNX function serves them. False where that cannot be told, as when the body
/// calls another template.
std::vector<bool> genericTypeParams(const clang::FunctionTemplateDecl *functionTemplate);

} // namespace onnxc::frontend

#endif
