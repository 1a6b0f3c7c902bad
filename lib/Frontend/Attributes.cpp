#include "Frontend/Attributes.h"
#include "Frontend/AttributeOptions.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace onnxc::frontend {

namespace {

thread_local AttributeLog *currentLog = nullptr;

std::string describe(const Decl *decl) {
  if (isa<ParmVarDecl>(decl))
    return "a parameter";
  if (isa<FieldDecl>(decl))
    return "a data member";
  if (isa<VarDecl>(decl))
    return "a variable";
  if (isa<TagDecl>(decl))
    return "a type";
  if (isa<NamespaceDecl>(decl))
    return "a namespace";
  if (isa<TypedefNameDecl>(decl))
    return "an alias";
  return "this declaration";
}

/// Handles all annotations. Scoped attributes lose their arguments unless the name without scope is registered as well,
/// so both are, and the bare one is refused.
class OnnxAttribute : public ParsedAttrInfo {
public:
  explicit OnnxAttribute(ArrayRef<Spelling> names) {
    Spellings = names;
    OptArgs = 15; // any number; counted below
  }

  bool diagAppertainsToDecl(Sema &sema, const ParsedAttr &attribute, const Decl *decl) const override {
    StringRef name = attribute.getAttrName()->getName();
    Diagnoser own(sema.getDiagnostics());
    Diagnoser &diagnoser = currentLog ? currentLog->diagnoser : own;
    if (!attribute.hasScope()) {
      diagnoser.report(attribute.getLoc(), DiagId::BareAnnotation)
          << name << FixItHint::CreateInsertion(attribute.getLoc(), "onnx::");
      return false;
    }
    if (isa<FunctionDecl, FunctionTemplateDecl>(decl))
      return true;
    diagnoser.report(attribute.getLoc(), DiagId::AnnotationTarget) << name << describe(decl) << attribute.getRange();
    return false;
  }

  bool diagAppertainsToStmt(Sema &sema, const ParsedAttr &attribute, const Stmt *) const override {
    Diagnoser own(sema.getDiagnostics());
    Diagnoser &diagnoser = currentLog ? currentLog->diagnoser : own;
    diagnoser.report(attribute.getLoc(), DiagId::AnnotationTarget)
        << attribute.getAttrName()->getName() << "a statement" << attribute.getRange();
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *decl, const ParsedAttr &attribute) const override {
    if (!currentLog)
      return AttributeNotApplied;
    auto *function = decl->getAsFunction();
    llvm::SmallVector<Expr *, 4> arguments;
    for (unsigned i = 0; i < attribute.getNumArgs(); ++i)
      if (attribute.isArgExpr(i)) // others are lone names, which watchAttributeTokens reports
        arguments.push_back(attribute.getArgAsExpr(i));
    std::string text = "onnx::" + attribute.getAttrName()->getName().str();
    auto *made = AnnotateAttr::Create(sema.Context, text, arguments.data(), arguments.size(), attribute.getRange());
    if (arguments.size() == attribute.getNumArgs() && !checkArguments(*made, sema.Context)) {
      if (text == "onnx::op")
        return AttributeNotApplied;
      // Bad options were reported; that the function is annotated still holds.
      made = AnnotateAttr::Create(sema.Context, text, nullptr, 0, attribute.getRange());
    }
    const AnnotateAttr *other = onnxAttribute(function);
    decl->addAttr(made);
    if (other)
      checkTwice(*made, *other, sema.Context);
    else if (readAttribute(*made, sema.Context, nullptr).kind != Annotation::Op)
      currentLog->annotated.push_back(function);
    return AttributeApplied;
  }

private:
  bool checkArguments(const AnnotateAttr &attribute, ASTContext &context) const {
    for (const Expr *argument : attribute.args())
      if (argument->isValueDependent() || argument->isTypeDependent() || argument->containsErrors())
        return true;
    return readAttribute(attribute, context, &currentLog->diagnoser).valid;
  }

  /// Two annotations on one declaration.
  void checkTwice(const AnnotateAttr &attribute, const AnnotateAttr &other, ASTContext &context) const {
    AttributeOptions options = readAttribute(attribute, context, nullptr),
                     others = readAttribute(other, context, nullptr);
    if (options.kind == others.kind && options.domain == others.domain && options.name == others.name &&
        options.version == others.version)
      return;
    currentLog->diagnoser.report(attribute.getLocation(), DiagId::AnnotationConflict)
        << attribute.getAnnotation().drop_front(6) << other.getAnnotation().drop_front(6) << attribute.getRange();
    currentLog->diagnoser.report(other.getLocation(), DiagId::NoteOtherAnnotation) << other.getRange();
  }
};

#define ONNXC_ATTRIBUTE(CLASS, NAME)                                                                                   \
  struct CLASS : OnnxAttribute {                                                                                       \
    static constexpr Spelling names[] = {{ParsedAttr::AS_CXX11, "onnx::" NAME}, {ParsedAttr::AS_CXX11, NAME}};         \
    CLASS() : OnnxAttribute(names) {}                                                                                  \
  };                                                                                                                   \
  const ParsedAttrInfoRegistry::Add<CLASS> add##CLASS("onnx-" NAME, "onnxc annotation");

ONNXC_ATTRIBUTE(ScriptAttribute, "script")
ONNXC_ATTRIBUTE(TraceAttribute, "trace")
ONNXC_ATTRIBUTE(FunctionAttribute, "function")
ONNXC_ATTRIBUTE(OpAttribute, "op")
#undef ONNXC_ATTRIBUTE

} // namespace

AttributeScope::AttributeScope(AttributeLog &log) : outer(currentLog) { currentLog = &log; }

AttributeScope::~AttributeScope() { currentLog = outer; }

const AnnotateAttr *onnxAttribute(const Decl *function) {
  const AnnotateAttr *found = nullptr;
  if (!function->hasAttrs())
    return nullptr;
  for (const auto *attribute : function->specific_attrs<AnnotateAttr>())
    if (attribute->getAnnotation().starts_with("onnx::") && (!found || !attribute->isInherited()))
      found = attribute;
  return found;
}

} // namespace onnxc::frontend
