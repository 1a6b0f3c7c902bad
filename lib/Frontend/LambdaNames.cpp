#include "Frontend/Annotations.h"
#include "Frontend/BodyVisitor.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace onnxc::frontend {

namespace {

const LambdaExpr *lambdaOf(const Expr *initializer) {
  if (!initializer)
    return nullptr;
  const Expr *expr = initializer->IgnoreUnlessSpelledInSource();
  if (const auto *construct = dyn_cast<CXXConstructExpr>(expr); construct && construct->getNumArgs() == 1)
    expr = construct->getArg(0)->IgnoreUnlessSpelledInSource();
  return dyn_cast<LambdaExpr>(expr);
}

} // namespace

std::string LambdaNames::nameOf(const CXXRecordDecl *lambda) {
  auto note = [&](const VarDecl *variable) {
    if (const LambdaExpr *expr = lambdaOf(variable->getInit()))
      names[expr->getLambdaClass()->getCanonicalDecl()] = variable->getName().str();
  };
  const DeclContext *scope = lambda->getDeclContext();
  if (searched.insert(scope).second) {
    const auto *function = dyn_cast<FunctionDecl>(scope);
    if (const Stmt *body = function ? function->getBody() : nullptr)
      visitBody(body, {.variable = note, .lambda = nullptr, .record = nullptr});
    else
      for (const Decl *decl : scope->decls())
        if (const auto *variable = dyn_cast<VarDecl>(decl))
          note(variable);
  }
  auto found = names.find(lambda->getCanonicalDecl());
  return found == names.end() || found->second.empty() ? "lambda" : found->second;
}

} // namespace onnxc::frontend
