#include "Frontend/Identity.h"
#include "Frontend/AttributeOptions.h"

#include "Frontend/Attributes.h"
#include "Support/Overload.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace clang;

namespace onnxc::frontend {

namespace {

PrintingPolicy canonicalPolicy(const ASTContext &context) {
  PrintingPolicy policy(context.getLangOpts());
  policy.PrintCanonicalTypes = true;
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  policy.UseEnumerators = true;
  policy.TerseOutput = true;
  policy.MSVCFormatting = false;
  policy.EntireContentsOfLargeArray = true;
  return policy;
}

std::string typeText(QualType type, const ASTContext &context) {
  return support::withInt64Names(type.getCanonicalType().getAsString(canonicalPolicy(context)),
                                 context.getTargetInfo().getInt64Type() == TargetInfo::SignedLong);
}

void printArgument(const TemplateArgument &argument, const ASTContext &context, SmallVectorImpl<std::string> &parts) {
  if (argument.getKind() == TemplateArgument::Pack) {
    for (const TemplateArgument &element : argument.pack_elements())
      printArgument(element, context, parts);
    return;
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  switch (argument.getKind()) {
  case TemplateArgument::Type:
    out << typeText(argument.getAsType(), context);
    break;
  case TemplateArgument::Declaration:
    if (const auto *object = dyn_cast<TemplateParamObjectDecl>(argument.getAsDecl()))
      object->printAsInit(out, canonicalPolicy(context));
    else
      argument.getAsDecl()->printQualifiedName(out, canonicalPolicy(context));
    break;
  case TemplateArgument::Template:
    argument.getAsTemplate().getAsTemplateDecl()->printQualifiedName(out, canonicalPolicy(context));
    break;
  case TemplateArgument::StructuralValue:
    // Clang prints floats with six digits, which may make two of them equal.
    if (const APValue &value = argument.getAsStructuralValue(); value.isFloat()) {
      SmallString<24> digits;
      value.getFloat().toString(digits);
      out << digits;
      break;
    }
    [[fallthrough]];
  default:
    argument.print(canonicalPolicy(context), out, /*IncludeType=*/false);
  }
  parts.push_back(out.str());
}

/// Whether another annotated function of the same ONNX name is visible beside `function`.
bool hasAnnotatedOverload(const FunctionDecl *function) {
  auto nameOption = [](const FunctionDecl *f) -> std::optional<std::string> {
    for (const FunctionDecl *declaration : f->redecls())
      if (const AnnotateAttr *attribute = onnxAttribute(declaration)) {
        AttributeOptions options = readAttribute(*attribute, f->getASTContext(), nullptr);
        return options.kind == Annotation::Op ? std::nullopt : std::optional(options.name.value_or(""));
      }
    return std::nullopt;
  };
  const DeclContext *scope = function->getDeclContext()->getRedeclContext();
  while (const auto *space = dyn_cast<NamespaceDecl>(scope)) {
    if (!space->isInline() && !space->isAnonymousNamespace())
      break;
    scope = scope->getParent()->getRedeclContext();
  }
  const FunctionTemplateDecl *ownTemplate = function->getPrimaryTemplate();
  if (!ownTemplate)
    ownTemplate = function->getDescribedFunctionTemplate();
  std::optional<std::string> name;
  for (const NamedDecl *found : scope->lookup(function->getDeclName())) {
    const FunctionDecl *other = found->getUnderlyingDecl()->getAsFunction();
    if (!other || other->getCanonicalDecl() == function->getCanonicalDecl())
      continue;
    const FunctionTemplateDecl *otherTemplate = other->getDescribedFunctionTemplate();
    if (otherTemplate && ownTemplate && otherTemplate->getCanonicalDecl() == ownTemplate->getCanonicalDecl())
      continue;
    std::optional<std::string> otherName = nameOption(other);
    if (!otherName)
      continue;
    if (!name)
      name = nameOption(ownTemplate ? ownTemplate->getTemplatedDecl() : function).value_or("");
    if (*otherName == *name)
      return true;
  }
  return false;
}

std::string parameterTypesText(const FunctionDecl *function) {
  const ASTContext &context = function->getASTContext();
  SmallVector<std::string, 4> types;
  for (const ParmVarDecl *parameter : function->parameters())
    types.push_back(typeText(parameter->getType().getUnqualifiedType(), context));
  std::string text = "(" + llvm::join(types, ",") + ")";
  if (const auto *method = dyn_cast<CXXMethodDecl>(function)) {
    if (method->isConst())
      text += "const";
    if (method->getRefQualifier() != RQ_None)
      text += method->getRefQualifier() == RQ_LValue ? "&" : "&&";
  }
  return text;
}

/// Collects the parts of an identity from the outermost context inwards.
class Namer {
public:
  explicit Namer(LambdaNames &lambdaNames) : lambdaNames(lambdaNames) {}

  Identity name(const FunctionDecl *function) {
    visitContext(function->getDeclContext());
    visitFunction(function);
    Identity identity;
    identity.domain = spaces.empty() ? "local" : llvm::join(spaces, ".");
    identity.name = names.empty() ? "lambda" : llvm::join(names, ".");
    identity.overload = std::move(overload);
    return identity;
  }

private:
  void visitContext(const DeclContext *context) {
    if (!context || context->isTranslationUnit())
      return;
    visitContext(context->getParent());
    if (const auto *space = dyn_cast<NamespaceDecl>(context)) {
      if (!space->isInline() && !space->isAnonymousNamespace())
        spaces.push_back(space->getName().str());
    } else if (const auto *record = dyn_cast<CXXRecordDecl>(context)) {
      visitRecord(record);
    } else if (const auto *function = dyn_cast<FunctionDecl>(context)) {
      visitFunction(function);
    }
  }

  void visitRecord(const CXXRecordDecl *record) {
    if (record->isLambda())
      names.push_back(lambdaNames.nameOf(record));
    else if (record->getIdentifier())
      names.push_back(record->getName().str());
    else if (const TypedefNameDecl *alias = record->getTypedefNameForAnonDecl())
      names.push_back(alias->getName().str());
    if (const auto *specialization = dyn_cast<ClassTemplateSpecializationDecl>(record))
      support::appendOverload(
          overload, templateArgumentsText(specialization->getTemplateArgs().asArray(), record->getASTContext()));
  }

  void visitFunction(const FunctionDecl *function) {
    if (function->getOverloadedOperator() != OO_Call)
      names.push_back(function->getDeclName().getAsString());
    if (const TemplateArgumentList *arguments = function->getTemplateSpecializationArgs())
      support::appendOverload(overload, templateArgumentsText(arguments->asArray(), function->getASTContext()));
    if (hasAnnotatedOverload(function))
      support::appendOverload(overload, parameterTypesText(function));
  }

  LambdaNames &lambdaNames;
  SmallVector<std::string, 4> spaces, names;
  std::string overload;
};

} // namespace

std::string templateArgumentsText(llvm::ArrayRef<TemplateArgument> arguments, const ASTContext &context) {
  SmallVector<std::string, 4> parts;
  for (const TemplateArgument &argument : arguments)
    printArgument(argument, context, parts);
  return llvm::join(parts, ",");
}

Identity identityOf(const FunctionDecl *function, LambdaNames &lambdaNames) {
  return Namer(lambdaNames).name(function);
}

} // namespace onnxc::frontend
