#include "Frontend/Finder.h"

#include "Frontend/Attributes.h"
#include "Frontend/BodyVisitor.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>

using namespace clang;

namespace onnxc::frontend {

namespace {

/// Walks declarations rather than whole trees; bodies only where they hold annotated lambdas or classes.
class Finder {
public:
  Finder(ASTContext &context, AnnotationTable &annotations, bool searchBodies)
      : context(context), sources(context.getSourceManager()), annotations(annotations), searchBodies(searchBodies) {}

  FoundFunctions find() {
    for (const Decl *decl : context.getTranslationUnitDecl()->decls())
      if (!isSystem(decl))
        visit(decl);
    sortBySource(result.functions);
    sortBySource(result.written);
    return std::move(result);
  }

private:
  bool isSystem(const Decl *decl) {
    SourceLocation location = decl->getLocation();
    return location.isInvalid() || sources.isInSystemHeader(sources.getExpansionLoc(location));
  }

  void visitContext(const DeclContext *scope) {
    for (const Decl *decl : scope->decls())
      visit(decl);
  }

  void visit(const Decl *decl) {
    if (const auto *function = dyn_cast<FunctionDecl>(decl)) {
      visitFunction(function);
    } else if (const auto *functionTemplate = dyn_cast<FunctionTemplateDecl>(decl)) {
      visitFunctionTemplate(functionTemplate);
    } else if (const auto *classTemplate = dyn_cast<ClassTemplateDecl>(decl)) {
      visitRecord(classTemplate->getTemplatedDecl());
      if (classTemplate->isCanonicalDecl())
        for (const ClassTemplateSpecializationDecl *specialization : classTemplate->specializations())
          visitSpecialization(specialization);
    } else if (const auto *specialization = dyn_cast<ClassTemplateSpecializationDecl>(decl)) {
      visitSpecialization(specialization);
    } else if (const auto *record = dyn_cast<CXXRecordDecl>(decl)) {
      visitRecord(record);
    } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(decl)) {
      visitContext(cast<DeclContext>(decl));
    } else if (const auto *friendDecl = dyn_cast<FriendDecl>(decl)) {
      if (const NamedDecl *named = friendDecl->getFriendDecl())
        visit(named);
    } else if (searchBodies) {
      if (const auto *variable = dyn_cast<VarDecl>(decl); variable && variable->getInit())
        visitExpr(variable->getInit());
      else if (const auto *field = dyn_cast<FieldDecl>(decl);
               field && field->hasInClassInitializer() && field->getInClassInitializer())
        visitExpr(field->getInClassInitializer());
    }
  }

  void visitRecord(const CXXRecordDecl *record) {
    if (record->isThisDeclarationADefinition())
      visitContext(record);
  }

  void visitSpecialization(const ClassTemplateSpecializationDecl *specialization) {
    if (specialization->isThisDeclarationADefinition() && seenRecords.insert(specialization).second)
      visitContext(specialization);
  }

  void visitFunctionTemplate(const FunctionTemplateDecl *functionTemplate) {
    visitFunction(functionTemplate->getTemplatedDecl());
    if (functionTemplate->isCanonicalDecl())
      for (const FunctionDecl *specialization : functionTemplate->specializations())
        if (const FunctionDecl *definition = specialization->getDefinition())
          visitFunction(definition);
  }

  void visitFunction(const FunctionDecl *function) {
    if (!function->isThisDeclarationADefinition() || function->isDefaulted() || function->isDeleted() ||
        function->isInvalidDecl())
      return;
    add(function, false);
    if (searchBodies && function->hasBody())
      visitExpr(function->getBody());
  }

  void add(const FunctionDecl *function, bool isLambda) {
    const Annotation *annotation = annotations.find(function);
    if (!annotation || annotation->kind == Annotation::Op || !seen.insert(function).second)
      return;
    bool inMain = sources.isInMainFile(sources.getExpansionLoc(function->getLocation()));
    AnnotatedFunction found{function, annotation, inMain, isLambda};
    if (!function->isTemplated())
      result.functions.push_back(found);
    if (!function->isTemplateInstantiation())
      result.written.push_back(found);
  }

  void visitExpr(const Stmt *body) {
    visitBody(body, {.variable = nullptr,
                     .lambda = [this](const LambdaExpr *lambda) { visitLambda(lambda); },
                     .record = [this](const CXXRecordDecl *record) { visitRecord(record); }});
  }

  void visitLambda(const LambdaExpr *lambda) {
    const CXXRecordDecl *record = lambda->getLambdaClass();
    add(lambda->getCallOperator(), true);
    if (const FunctionTemplateDecl *callTemplate = record->getDependentLambdaCallOperator())
      for (const FunctionDecl *specialization : callTemplate->specializations())
        if (const FunctionDecl *definition = specialization->getDefinition()) {
          add(definition, true);
          visitExpr(definition->getBody());
        }
  }

  /// Functions at one place (instantiations of one pattern) keep their order.
  void sortBySource(std::vector<AnnotatedFunction> &functions) {
    std::vector<std::pair<SourceLocation, size_t>> order;
    for (size_t i = 0; i < functions.size(); ++i)
      order.emplace_back(sources.getExpansionLoc(functions[i].decl->getLocation()), i);
    std::sort(order.begin(), order.end(), [this](const auto &a, const auto &b) {
      return a.first == b.first ? a.second < b.second : sources.isBeforeInTranslationUnit(a.first, b.first);
    });
    std::vector<AnnotatedFunction> sorted;
    for (const auto &[location, index] : order)
      sorted.push_back(functions[index]);
    functions = std::move(sorted);
  }

  ASTContext &context;
  SourceManager &sources;
  AnnotationTable &annotations;
  bool searchBodies;
  FoundFunctions result;
  llvm::DenseSet<const FunctionDecl *> seen;
  llvm::DenseSet<const CXXRecordDecl *> seenRecords;
};

} // namespace

FoundFunctions findAnnotated(ASTContext &context, AnnotationTable &annotations, bool searchBodies) {
  return Finder(context, annotations, searchBodies).find();
}

} // namespace onnxc::frontend
