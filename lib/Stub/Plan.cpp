#include "Stub/Plan.h"

#include "Stub/Captures.h"
#include "Stub/Descriptor.h"
#include "Stub/FunctionText.h"
#include "Stub/Names.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace clang;
using onnxc::frontend::Annotation;
using onnxc::frontend::DiagId;

namespace onnxc::stub {

namespace {

bool isLocal(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return function->getParentFunctionOrMethod() || (method && method->getParent()->isLambda());
}

/// Whether `function` belongs to a lambda that stands in a class, but in no function of it.
bool isInClassScope(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return method && method->getParent()->isLambda() && method->getParent()->getDeclContext()->isRecord();
}

/// Whether the body names the function itself.
const Expr *selfReference(const Stmt *stmt, const FunctionDecl *function) {
  if (!stmt)
    return nullptr;
  auto isSelf = [&](const NamedDecl *decl) {
    const FunctionDecl *named = decl->getUnderlyingDecl()->getAsFunction();
    return named && named->getCanonicalDecl() == function->getCanonicalDecl();
  };
  if (const auto *reference = dyn_cast<DeclRefExpr>(stmt); reference && isSelf(reference->getDecl()))
    return reference;
  if (const auto *member = dyn_cast<MemberExpr>(stmt); member && isSelf(member->getMemberDecl()))
    return member;
  if (const auto *overloads = dyn_cast<OverloadExpr>(stmt))
    if (llvm::any_of(overloads->decls(), isSelf))
      return overloads;
  for (const Stmt *child : stmt->children())
    if (const Expr *found = selfReference(child, function))
      return found;
  return nullptr;
}

class Planner {
public:
  Planner(frontend::ParsedUnit &unit, const Options &options)
      : unit(unit), options(options), sources(unit.sources()), source(sources, unit.ast().getLangOpts()) {}

  Plan run() {
    for (const frontend::AnnotatedFunction &each : unit.functions().written)
      if (each.decl->getBody() && each.annotation->kind != Annotation::Op)
        planFunction(each);
    return std::move(plan);
  }

private:
  frontend::Diagnoser &diagnoser() { return unit.diagnoser(); }

  void planFunction(const frontend::AnnotatedFunction &each) {
    const FunctionDecl *function = each.decl;
    const Stmt *body = function->getBody();
    SourceLocation brace = body->getBeginLoc();
    auto place = sources.getDecomposedLoc(sources.getFileLoc(brace));
    // A lambda in a template's instance is the one that was written in the template.
    if (plan.byBody.count(place))
      return;
    if (!canBeWrapped(function, body))
      return;
    FileID file = firstReading(place.first, sources);
    if (!wrapped.insert({file, place.second}).second) {
      diagnoser().report(function->getLocation(), DiagId::StubTwice) << function;
      return;
    }
    plan.byBody[place] = plan.functions.size();
    WrittenFunction written{function, each.annotation, file, "", false};
    written.internal = !isLocal(function) && function->getFormalLinkage() != Linkage::External &&
                       function->getFormalLinkage() != Linkage::Module;
    written.tag = tagOf(function, *each.annotation, place.second);
    plan.functions.push_back(written);
    if (file != sources.getMainFileID() && options.headerFolder.empty()) {
      diagnoser().report(function->getLocation(), DiagId::StubHeaderFolder) << function;
      return;
    }
    wrap(written, *cast<CompoundStmt>(body));
  }

  bool canBeWrapped(const FunctionDecl *function, const Stmt *body) {
    if (function->getReturnType()->isReferenceType()) {
      // Those of functions that are no templates are reported with their signatures.
      if (function->isTemplated())
        diagnoser().report(function->getLocation(), DiagId::ReturnReference)
            << function << function->getReturnType() << function->getReturnTypeSourceRange();
      return false;
    }
    if (isa<CXXTryStmt>(body)) {
      diagnoser().report(body->getBeginLoc(), DiagId::StubTryBlock) << function;
      return false;
    }
    if (!isa<CompoundStmt>(body)) // a coroutine: reported with the annotations
      return false;
    if (body->getBeginLoc().isMacroID() || body->getEndLoc().isMacroID()) {
      diagnoser().report(body->getBeginLoc(), DiagId::StubMacro) << function << 0;
      return false;
    }
    if (function->getDeclaredReturnType()->getContainedAutoType() && !isLocal(function))
      if (const Expr *self = selfReference(body, function)) {
        diagnoser().report(self->getExprLoc(), DiagId::StubRecursiveAuto) << function << self->getSourceRange();
        return false;
      }
    if (const auto *type = function->getType()->getAs<FunctionProtoType>();
        type && (type->getExceptionSpecType() == EST_BasicNoexcept || type->getExceptionSpecType() == EST_NoexceptTrue))
      diagnoser().report(function->getExceptionSpecSourceRange().getBegin(), DiagId::StubNoexcept)
          << function << function->getExceptionSpecSourceRange();
    return true;
  }

  /// `acme_flatten_to_1f3a9c20`: readable, and the same in every file that has the function.
  std::string tagOf(const FunctionDecl *function, const Annotation &annotation, unsigned offset) {
    std::string readable = annotation.domain + "_" + annotation.name;
    for (char &c : readable)
      if (!llvm::isAlnum(c))
        c = '_';
    if (readable.empty() || llvm::isDigit(readable[0]))
      readable.insert(0, "f");
    llvm::SmallString<128> identity;
    const FunctionDecl *outer = function;
    while (isLocal(outer)) {
      // Local functions have no name of their own that other files could repeat: their place in the enclosing one tells
      // them apart.
      identity += "@" + std::to_string(offset);
      const auto *method = dyn_cast<CXXMethodDecl>(outer);
      const DeclContext *parent = outer->getParentFunctionOrMethod();
      if (!parent && method)
        parent = method->getParent()->getParent();
      const auto *enclosing = parent ? dyn_cast<FunctionDecl>(parent) : nullptr;
      if (!enclosing) {
        identity += llvm::sys::path::filename(sources.getFilename(sources.getFileLoc(function->getLocation())));
        outer = nullptr;
        break;
      }
      outer = enclosing;
    }
    if (outer)
      index::generateUSRForDecl(outer, identity);
    identity += annotation.overload;
    uint64_t hash =
        llvm::xxh3_64bits(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(identity.data()), identity.size()));
    return readable + "_" + llvm::utohexstr(hash, /*LowerCase=*/true, 16);
  }

  std::string fileName(FileID file) {
    if (file == sources.getMainFileID() && !options.sourceName.empty())
      return options.sourceName;
    return llvm::sys::path::remove_leading_dotslash(sources.getFilename(sources.getLocForStartOfFile(file))).str();
  }

  /// A parameter without a name gets one in the definition; once, also where several stubs need it.
  NameInserter nameInserter() {
    return [this](SourceLocation location, const std::string &name) {
      auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
      file = firstReading(file, sources);
      if (named.insert({file, offset}).second)
        plan.edits[file].insert(offset, " " + name);
    };
  }

  NameInserter nameReplacer(FileID file) {
    return [this, file](SourceLocation location, const std::string &name) {
      if (std::optional<FileRange> range = source.locate(location))
        plan.edits[file].replace(range->begin, range->end, name);
    };
  }

  void wrap(const WrittenFunction &written, const CompoundStmt &body) {
    const FunctionDecl *function = written.decl;
    bool isTraced = written.annotation->kind == Annotation::Trace || options.traceScripts;
    NameInserter insertName = nameInserter();
    // GCC takes no pragma in a default argument or a member's initialiser: nothing may be shadowed there.
    bool takesPragma = !isInClassScope(function);
    ParameterTexts parameters =
        parameterTexts(function, source, insertName, takesPragma ? nullptr : nameReplacer(written.file));
    std::string captures = isTraced ? capturesText(function, unit) : "";

    std::string open =
        takesPragma ? " _Pragma(\"GCC diagnostic push\") _Pragma(\"GCC diagnostic ignored \\\"-Wshadow\\\"\") " : " ";
    open += descriptorText(written, fileName(written.file), options.debugLines, unit, source);
    open += std::string(" return ::onnxc::stub::") + (isTraced ? "trace" : "script") + "<" + descriptorName(function) +
            ", ::onnxc::stub::Key<" + tagName(written) + patternKey(function, insertName) + ">>(";
    if (isTraced)
      open += captures + ", ";
    open += "[&](" + parameters.declarations + ")" + resultText(function, source) + " {";
    if (takesPragma)
      open += " _Pragma(\"GCC diagnostic pop\")";

    unsigned begin = source.locate(body.getLBracLoc())->end, end = source.locate(body.getRBracLoc())->end;
    FileID reading = sources.getFileID(body.getLBracLoc());
    Edits &edits = plan.edits[written.file];
    edits.wrap(begin, end, open, parameters.arguments + "); }");
    if (isTraced)
      NamePlanner(source, unit.types(), unit.annotations(), [&](FileID file) {
        return file == reading ? &edits : nullptr;
      }).plan(&body);
  }

  frontend::ParsedUnit &unit;
  const Options &options;
  SourceManager &sources;
  SourceText source;
  Plan plan;
  std::set<std::pair<FileID, unsigned>> named, wrapped;
};

} // namespace

const WrittenFunction *Plan::find(const FunctionDecl *function, const SourceManager &sources) const {
  const Stmt *body = function->getBody();
  if (!body)
    return nullptr;
  auto found = byBody.find(sources.getDecomposedLoc(sources.getFileLoc(body->getBeginLoc())));
  return found == byBody.end() ? nullptr : &functions[found->second];
}

Plan makePlan(frontend::ParsedUnit &unit, const Options &options) { return Planner(unit, options).run(); }

std::string tagName(const WrittenFunction &function) { return "::onnxc_generated::" + function.tag; }

} // namespace onnxc::stub
