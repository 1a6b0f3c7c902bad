#include "Frontend/Annotations.h"
#include "Frontend/AttributeOptions.h"

#include "Frontend/Attributes.h"
#include "Frontend/Identity.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <algorithm>

using namespace clang;

namespace onnxc::frontend {

namespace {

/// The attribute that counts for `function`, of whatever redeclaration or pattern: a written one rather than an
/// inherited one.
const AnnotateAttr *attributeOf(const FunctionDecl *function) {
  const AnnotateAttr *found = nullptr;
  for (const FunctionDecl *declaration : function->redecls())
    if (const AnnotateAttr *attribute = onnxAttribute(declaration);
        attribute && (!found || (found->isInherited() && !attribute->isInherited())))
      found = attribute;
  return found;
}

/// Which kind of function cannot be annotated, as %select of AnnotationSpecialFunction.
std::optional<unsigned> specialFunction(const FunctionDecl *function) {
  if (isa<CXXConstructorDecl>(function))
    return 0;
  if (isa<CXXDestructorDecl>(function))
    return 1;
  if (isa<CXXConversionDecl>(function))
    return 2;
  if (function->isMain())
    return 3;
  if (const auto *method = dyn_cast<CXXMethodDecl>(function); method && method->isVirtual())
    return 4;
  if (function->isVariadic())
    return 5;
  const FunctionDecl *definition = nullptr;
  if (const Stmt *body = function->getBody(definition); body && isa<CoroutineBodyStmt>(body))
    return 6;
  if (function->isConsteval())
    return 7;
  return std::nullopt;
}

std::string kindText(Annotation::Kind kind) { return std::string(spelling(kind).substr(6)); }

/// Reports what two annotations of one function say differently, at the later one.
void compare(const FunctionDecl *function, const AnnotateAttr &later, const AnnotateAttr &earlier, ASTContext &context,
             Diagnoser &diagnoser) {
  AttributeOptions a = readAttribute(later, context, nullptr), b = readAttribute(earlier, context, nullptr);
  if (!a.valid || !b.valid)
    return;
  SourceRange where = later.args_size() ? later.args_begin()[0]->getSourceRange() : later.getRange();
  auto note = [&] { diagnoser.report(earlier.getLocation(), DiagId::NoteOtherAnnotation) << earlier.getRange(); };
  if (a.kind != b.kind) {
    diagnoser.report(where.getBegin(), DiagId::AnnotationConflict) << kindText(a.kind) << kindText(b.kind) << where;
    return note();
  }
  auto differ = [&](const char *what, const std::string &mine, const std::string &theirs) {
    diagnoser.report(where.getBegin(), DiagId::AnnotationOptionsConflict)
        << what << function << mine << theirs << where;
    note();
  };
  // A redeclaration without options repeats what the other one says.
  if (later.args_size() == 0 || earlier.args_size() == 0)
    return;
  if (a.domain != b.domain)
    differ("domain", a.domain.value_or("(default)"), b.domain.value_or("(default)"));
  if (a.name != b.name)
    differ("name", a.name.value_or("(default)"), b.name.value_or("(default)"));
  if (a.version != b.version)
    differ("version", std::to_string(a.version.value_or(1)), std::to_string(b.version.value_or(1)));
}

} // namespace

std::string_view spelling(Annotation::Kind kind) {
  return kind == Annotation::Script ? "onnx::script" : kind == Annotation::Trace ? "onnx::trace" : "onnx::op";
}

const Annotation *AnnotationTable::find(const FunctionDecl *function) {
  function = function->getCanonicalDecl();
  auto [entry, isNew] = table.try_emplace(function);
  if (!isNew)
    return entry->second.get();
  std::unique_ptr<Annotation> made = make(function);
  const Annotation *result = made.get();
  table[function] = std::move(made); // `entry` is stale if naming asked for other functions
  return result;
}

std::unique_ptr<Annotation> AnnotationTable::make(const FunctionDecl *function) {
  const AnnotateAttr *attribute = attributeOf(function);
  if (!attribute)
    if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern(/*ForDefinition=*/false))
      attribute = attributeOf(pattern);
  if (!attribute)
    return nullptr;
  bool dependent = function->isDependentContext() || function->isTemplated();
  // Written attributes were checked where they were parsed; those of templates can be read only now.
  bool instantiated = function->isTemplateInstantiation() && attribute->args_size() != 0;
  AttributeOptions options = readAttribute(*attribute, context, instantiated && !dependent ? &diagnoser : nullptr);
  auto annotation = std::make_unique<Annotation>();
  annotation->kind = options.kind;
  annotation->range = attribute->getRange();
  annotation->domainGiven = options.domain.has_value();
  annotation->nameGiven = options.name.has_value();
  annotation->versionGiven = options.version.has_value();
  annotation->domain = options.domain.value_or("");
  annotation->name = options.name.value_or("");
  annotation->version = options.version.value_or(1);
  if (annotation->kind == Annotation::Op)
    return annotation;
  Identity identity = identityOf(function, lambdaNames);
  if (!options.domain)
    annotation->domain = identity.domain;
  if (!options.name)
    annotation->name = identity.name;
  annotation->overload = identity.overload;
  return annotation;
}

void AnnotationTable::check(const std::vector<const FunctionDecl *> &declarations) {
  for (const FunctionDecl *declaration : declarations) {
    const AnnotateAttr *attribute = onnxAttribute(declaration);
    if (!attribute || declaration->isInvalidDecl())
      continue;
    if (std::optional<unsigned> special = specialFunction(declaration)) {
      diagnoser.report(attribute->getLocation(), DiagId::AnnotationSpecialFunction)
          << attribute->getAnnotation().drop_front(6) << *special << attribute->getRange();
      table[declaration->getCanonicalDecl()] = nullptr; // from now on it has none
      continue;
    }
    for (const FunctionDecl *earlier = declaration->getPreviousDecl(); earlier; earlier = earlier->getPreviousDecl())
      if (const AnnotateAttr *other = onnxAttribute(earlier); other && !other->isInherited()) {
        compare(declaration, *attribute, *other, context, diagnoser);
        break;
      }
  }
}

} // namespace onnxc::frontend
