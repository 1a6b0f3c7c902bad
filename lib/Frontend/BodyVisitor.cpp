#include "Frontend/BodyVisitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace onnxc::frontend {

namespace {

class BodyVisitor : public RecursiveASTVisitor<BodyVisitor> {
public:
  explicit BodyVisitor(const BodyCallbacks &callbacks) : callbacks(callbacks) {}

  bool VisitVarDecl(VarDecl *variable) {
    if (callbacks.variable && !isa<ParmVarDecl>(variable))
      callbacks.variable(variable);
    return true;
  }

  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    if (callbacks.lambda)
      callbacks.lambda(lambda);
    return RecursiveASTVisitor::TraverseLambdaExpr(lambda);
  }

  bool TraverseCXXRecordDecl(CXXRecordDecl *record) {
    if (callbacks.record && !record->isLambda() && record->isThisDeclarationADefinition())
      callbacks.record(record);
    return true;
  }

private:
  const BodyCallbacks &callbacks;
};

} // namespace

void visitBody(const Stmt *body, const BodyCallbacks &callbacks) {
  BodyVisitor(callbacks).TraverseStmt(const_cast<Stmt *>(body));
}

} // namespace onnxc::frontend
