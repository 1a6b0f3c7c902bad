#include "Stub/Captures.h"

#include "Stub/KeyTypes.h"
#include "Stub/SourceText.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using onnxc::frontend::DiagId;
using onnxc::frontend::TypeClass;

namespace onnxc::stub {

namespace {

/// Fields that lead from `this` to a part of it; empty: all of it.
using Path = std::vector<const FieldDecl *>;

class CaptureFinder {
public:
  CaptureFinder(const FunctionDecl *function, frontend::ParsedUnit &unit)
      : function(function), unit(unit), keyTypes(unit) {}

  std::string text() {
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    if (method && method->getParent()->isLambda())
      addLambda(method->getParent());
    else if (!method || method->isStatic())
      return "::onnxc::stub::captures()";
    visit(function->getBody(), {});
    std::string all;
    for (const Path &path : paths)
      if (!isCovered(path))
        addPath(path, all);
    for (const auto &[name, isPack] : variables)
      append(all, name, name, isPack);
    return "::onnxc::stub::captures(" + all + ")";
  }

private:
  static void append(std::string &all, const std::string &name, const std::string &access, bool isPack = false) {
    all += (all.empty() ? "" : ", ") + ("::onnxc::stub::capture(" + stringLiteral(name)) + ", " + access + ")" +
           (isPack ? "..." : "");
  }

  void addLambda(const CXXRecordDecl *lambda) {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable()) {
        const ValueDecl *variable = capture.getCapturedVar();
        // A lambda without captures of its own is the same value everywhere.
        if (const CXXRecordDecl *record = variable->getType().getNonReferenceType()->getAsCXXRecordDecl();
            record && record->isLambda() && record->capture_size() == 0)
          continue;
        keyTypes.check(variable, KeyPart::Capture, function, capture.getLocation());
        variables.emplace_back(variable->getNameAsString(),
                               capture.isPackExpansion() || isa<PackExpansionType>(variable->getType()));
      }
    // In a template, what `[&]` and `[=]` capture is known for its instances only.
    if (lambda->isDependentContext() && lambda->getLambdaCaptureDefault() != LCD_None)
      addImplicit(lambda, function->getBody());
  }

  void addImplicit(const CXXRecordDecl *lambda, const Stmt *stmt) {
    if (!stmt)
      return;
    if (const auto *use = dyn_cast<DeclRefExpr>(stmt))
      if (const ValueDecl *variable = use->getDecl(); isLocalOutside(variable, lambda)) {
        std::pair entry(variable->getNameAsString(), isa<PackExpansionType>(variable->getType()));
        if (llvm::find(variables, entry) == variables.end()) {
          keyTypes.check(variable, KeyPart::Capture, function, use->getLocation());
          variables.push_back(std::move(entry));
        }
      }
    if (const auto *nested = dyn_cast<LambdaExpr>(stmt))
      addImplicit(lambda, nested->getBody());
    for (const Stmt *child : stmt->children())
      addImplicit(lambda, child);
  }

  /// A variable of a function around the lambda that it captures by naming it.
  static bool isLocalOutside(const ValueDecl *decl, const CXXRecordDecl *lambda) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (!(variable && variable->hasLocalStorage()) && !isa<BindingDecl>(decl))
      return false;
    const CXXRecordDecl *record = decl->getType().getNonReferenceType()->getAsCXXRecordDecl();
    bool isPlainLambda =
        record && record->isLambda() && record->capture_size() == 0 && record->getLambdaCaptureDefault() == LCD_None;
    return !isPlainLambda && decl->getDeclContext()->isFunctionOrMethod() && decl->getDeclContext()->Encloses(lambda);
  }

  /// The path of an expression that is `this`, or a field of a field of `*this`; nothing for others.
  std::optional<Path> pathOf(const Expr *expr, const Path &prefix) {
    expr = expr->IgnoreParenImpCasts();
    if (isa<CXXThisExpr>(expr))
      return prefix;
    if (const auto *unary = dyn_cast<UnaryOperator>(expr);
        unary && unary->getOpcode() == UO_Deref && isa<CXXThisExpr>(unary->getSubExpr()->IgnoreParenImpCasts()))
      return prefix;
    const auto *member = dyn_cast<MemberExpr>(expr);
    const auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (!field || (member->isArrow() && !isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())))
      return std::nullopt;
    std::optional<Path> path = pathOf(member->getBase(), prefix);
    if (path)
      path->push_back(field);
    return path;
  }

  void visit(const Stmt *stmt, const Path &prefix) {
    if (!stmt)
      return;
    if (const auto *expr = dyn_cast<Expr>(stmt)) {
      if (visitCall(expr, prefix))
        return;
      if (std::optional<Path> path = pathOf(expr, prefix))
        return note(*path);
    }
    if (const auto *lambda = dyn_cast<LambdaExpr>(stmt))
      return visit(lambda->getBody(), prefix);
    for (const Stmt *child : stmt->children())
      visit(child, prefix);
  }

  /// A call of a method on a part of `*this`: what the method reads, if that is known.
  bool visitCall(const Expr *expr, const Path &prefix) {
    const auto *call = dyn_cast<CallExpr>(expr);
    const Expr *object = nullptr;
    const auto *method = call ? dyn_cast_or_null<CXXMethodDecl>(call->getCalleeDecl()) : nullptr;
    if (!method)
      return false;
    if (const auto *member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParenImpCasts()))
      object = member->getBase();
    else if (isa<CXXOperatorCallExpr>(call) && call->getNumArgs() > 0)
      object = call->getArg(0);
    std::optional<Path> path = object ? pathOf(object, prefix) : std::nullopt;
    if (!path)
      return false;
    const FunctionDecl *definition = nullptr;
    const CXXRecordDecl *record = method->getParent();
    bool isOurs =
        unit.types().classify(unit.ast().getRecordType(record)) == TypeClass::Record && !record->isInStdNamespace();
    if (method->isStatic())
      ;
    else if (isOurs && method->hasBody(definition) && !method->isVirtual()) {
      if (visiting.insert({definition, *path}).second)
        visit(definition->getBody(), *path);
    } else {
      note(*path);
    }
    for (unsigned i = isa<CXXOperatorCallExpr>(call) ? 1 : 0; i < call->getNumArgs(); ++i)
      visit(call->getArg(i), prefix);
    return true;
  }

  void note(const Path &path) {
    if (!path.empty()) {
      Path known = upToMemberList(path);
      if (noted.insert(known).second)
        paths.push_back(known);
      return;
    }
    if (const CXXRecordDecl *record = ownRecord())
      for (const FieldDecl *field : record->fields())
        note({field});
  }

  /// A field that can't be named here is part of an object that says itself what it holds (onnxc_members), if it does.
  Path upToMemberList(Path path) {
    for (size_t i = 1; i < path.size(); ++i) {
      const auto *record = cast<CXXRecordDecl>(path[i]->getParent());
      bool listsMembers = llvm::any_of(record->methods(), [](const CXXMethodDecl *method) {
        return method->getDeclName().isIdentifier() && method->getName() == "onnxc_members";
      });
      if (listsMembers && !isAccessible(path[i])) {
        path.resize(i);
        break;
      }
    }
    return path;
  }

  /// The class of `*this`; that of the enclosing method for a lambda. Null where there is none.
  const CXXRecordDecl *ownRecord() {
    const CXXRecordDecl *record = cast<CXXMethodDecl>(function)->getParent();
    while (record->isLambda()) {
      const auto *enclosing = dyn_cast<CXXMethodDecl>(record->getParent());
      if (!enclosing)
        return nullptr;
      record = enclosing->getParent();
    }
    return record;
  }

  bool isCovered(const Path &path) {
    for (Path shorter = path; shorter.size() > 1;) {
      shorter.pop_back();
      if (noted.count(shorter))
        return true;
    }
    return false;
  }

  /// Whether `field` can be named where the stub is.
  bool isAccessible(const FieldDecl *field) {
    const CXXRecordDecl *own = ownRecord(), *owner = cast<CXXRecordDecl>(field->getParent());
    if (field->getAccess() == AS_public || field->getAccess() == AS_none ||
        own->getCanonicalDecl() == owner->getCanonicalDecl())
      return true;
    return field->getAccess() == AS_protected && own->isDerivedFrom(owner);
  }

  void addPath(const Path &path, std::string &all) {
    std::string access = "this->", name = "this.";
    for (const FieldDecl *field : path) {
      if (!isAccessible(field)) {
        unit.diagnoser().report(function->getLocation(), DiagId::TracedCapture)
            << function << "'" + field->getQualifiedNameAsString() + "'";
        unit.diagnoser().report(field->getLocation(), DiagId::NoteDeclaredHere) << field;
        return;
      }
      access += (field == path.front() ? "" : ".") + field->getNameAsString();
      name += (field == path.front() ? "" : ".") + field->getNameAsString();
    }
    keyTypes.check(path.back(), KeyPart::Member, function, function->getLocation());
    append(all, name, access);
  }

  const FunctionDecl *function;
  frontend::ParsedUnit &unit;
  KeyTypes keyTypes;
  std::vector<Path> paths;
  std::set<Path> noted;
  std::set<std::pair<const FunctionDecl *, Path>> visiting;
  std::vector<std::pair<std::string, bool>> variables; ///< whether it is a pack
};

} // namespace

std::string capturesText(const FunctionDecl *function, frontend::ParsedUnit &unit) {
  return CaptureFinder(function, unit).text();
}

} // namespace onnxc::stub
