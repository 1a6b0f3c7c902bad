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

bool inOnnxc(const Decl *decl) {
  StringRef outermost;
  for (const DeclContext *context = decl->getDeclContext(); context; context = context->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context))
      outermost = space->getName();
  return outermost == "onnxc";
}

/// Notes the type parameters of one template that are used in another way than TensorOf<T>.
class TypeParamUse : public RecursiveASTVisitor<TypeParamUse> {
public:
  explicit TypeParamUse(const FunctionTemplateDecl *functionTemplate) : depth(functionTemplate->getTemplateDepth()) {}

  bool isUsed(unsigned index) const { return all || (index < used.size() && used[index]); }

  bool VisitTemplateTypeParmTypeLoc(TemplateTypeParmTypeLoc location) {
    const TemplateTypeParmType *type = location.getTypePtr();
    if (type->getDepth() == depth)
      use(type->getIndex());
    return true;
  }

  bool TraverseTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc location) {
    const TemplateDecl *named = location.getTypePtr()->getTemplateName().getAsTemplateDecl();
    bool isTensorOf = named && named->getName() == "TensorOf" && inOnnxc(named);
    for (unsigned i = 0; i < location.getNumArgs(); ++i) {
      TemplateArgumentLoc argument = location.getArgLoc(i);
      bool isParam = argument.getArgument().getKind() == TemplateArgument::Type &&
                     isa<TemplateTypeParmType>(argument.getArgument().getAsType());
      if (!(isTensorOf && i == 0 && isParam))
        TraverseTemplateArgumentLoc(argument);
    }
    return true;
  }

  bool VisitDecltypeTypeLoc(DecltypeTypeLoc) { return useAll(); }

  /// A call that each instance resolves anew.
  bool VisitOverloadExpr(OverloadExpr *expr) {
    const NamedDecl *found = nullptr;
    for (const NamedDecl *candidate : expr->decls()) {
      candidate = candidate->getUnderlyingDecl();
      if (inOnnxc(candidate))
        continue;
      if (found || !isa<FunctionDecl>(candidate))
        return useAll();
      found = candidate;
    }
    return true;
  }

  bool shouldVisitImplicitCode() const { return false; }

private:
  void use(unsigned index) {
    if (index >= used.size())
      used.resize(index + 1);
    used[index] = true;
  }

  bool useAll() {
    all = true;
    return false;
  }

  unsigned depth;
  bool all = false;
  std::vector<bool> used;
};

} // namespace

void visitBody(const Stmt *body, const BodyCallbacks &callbacks) {
  BodyVisitor(callbacks).TraverseStmt(const_cast<Stmt *>(body));
}

std::vector<bool> genericTypeParams(const FunctionTemplateDecl *functionTemplate) {
  std::vector<bool> generic;
  const TemplateParameterList &params = *functionTemplate->getTemplateParameters();
  for (const NamedDecl *param : params) {
    const auto *type = dyn_cast<TemplateTypeParmDecl>(param);
    generic.push_back(type && !type->isParameterPack() && !type->hasTypeConstraint());
  }
  if (std::find(generic.begin(), generic.end(), true) == generic.end())
    return generic;
  FunctionDecl *pattern = functionTemplate->getTemplatedDecl();
  if (FunctionDecl *definition = pattern->getDefinition())
    pattern = definition;
  TypeParamUse use(functionTemplate);
  use.TraverseDecl(pattern);
  if (const Expr *clause = params.getRequiresClause())
    use.TraverseStmt(const_cast<Expr *>(clause));
  for (unsigned i = 0; i < generic.size(); ++i)
    generic[i] = generic[i] && !use.isUsed(i);
  return generic;
}

} // namespace onnxc::frontend
