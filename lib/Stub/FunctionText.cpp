#include "Stub/FunctionText.h"

#include "Stub/Spell.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace clang;

namespace onnxc::stub {

namespace {

bool hasWord(StringRef text, StringRef word) {
  auto isLetter = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || !isLetter(text[at - 1])) && (end == text.size() || !isLetter(text[end])))
      return true;
  }
  return false;
}

/// Whether the definition itself names the parameter: Clang gives those of explicit specialisations the names of the
/// template.
bool isNamed(const ParmVarDecl *parameter) {
  const ASTContext &context = parameter->getASTContext();
  if (!parameter->getDeclName())
    return false;
  if (parameter->getLocation().isMacroID())
    return true;
  llvm::SmallString<32> buffer;
  return Lexer::getSpelling(parameter->getLocation(), buffer, context.getSourceManager(), context.getLangOpts()) ==
         parameter->getName();
}

/// The declaration of one parameter without attributes and default argument. An unnamed one gets `name`.
std::string declarationText(const ParmVarDecl *parameter, const std::string &name, const SourceText &source) {
  std::optional<std::string> text;
  SourceRange range(parameter->getOuterLocStart(), parameter->getEndLoc());
  if (parameter->hasDefaultArg() && parameter->getDefaultArgRange().isValid())
    range.setEnd(parameter->getDefaultArgRange().getEnd());
  std::optional<FileRange> bytes = source.locate(range);
  if (bytes && isNamed(parameter)) {
    text = source.tokens(*bytes, parameter->hasDefaultArg() ? parameter->getLocation() : SourceLocation());
  } else if (bytes) {
    // The name goes where the parser looked for it.
    auto [file, where] = source.getSources().getDecomposedLoc(source.getSources().getFileLoc(parameter->getLocation()));
    FileRange before = *bytes, after = *bytes;
    before.end = after.begin = std::clamp(where, bytes->begin, bytes->end);
    std::optional<std::string> left = source.tokens(before), right = source.tokens(after, parameter->getLocation());
    if (file == bytes->file && left && right)
      text = *left + " " + name + *right;
  }
  if (!text) {
    text = name;
    parameter->getType().getAsStringInternal(*text, PrintingPolicy(parameter->getASTContext().getLangOpts()));
  }
  StringRef trimmed = StringRef(*text).trim();
  if (hasWord(trimmed, "auto"))
    return "decltype(" + name + ") " + (parameter->isParameterPack() ? "..." : "") + name;
  return trimmed.str();
}

std::string nameOf(const ParmVarDecl *parameter, unsigned index) {
  if (isNamed(parameter))
    return parameter->getName().str();
  return freeName("onnxc_parameter_" + std::to_string(index), cast<FunctionDecl>(parameter->getDeclContext()));
}

/// Whether the type of `parameter` is written with `auto`: its template parameter has no name.
bool isAutoParameter(const ParmVarDecl *parameter) {
  const auto *function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
  const FunctionTemplateDecl *functionTemplate = function ? function->getDescribedFunctionTemplate() : nullptr;
  if (!functionTemplate)
    return false;
  QualType type = parameter->getType();
  if (const auto *expansion = type->getAs<PackExpansionType>())
    type = expansion->getPattern();
  type = type.getNonReferenceType();
  while (type->isPointerType())
    type = type->getPointeeType();
  const auto *templated = type->getAs<TemplateTypeParmType>();
  const TemplateParameterList *list = functionTemplate->getTemplateParameters();
  return templated && templated->getDepth() == list->getDepth() && templated->getIndex() < list->size() &&
         list->getParam(templated->getIndex())->isImplicit();
}

std::string parameterKeyName(const NamedDecl *parameter, unsigned depth, unsigned index,
                             const NameInserter &insertName) {
  if (parameter->getDeclName())
    return parameter->getNameAsString();
  std::string name = "onnxc_argument_" + std::to_string(depth) + "_" + std::to_string(index);
  insertName(parameter->getLocation(), name);
  return name;
}

/// Calls `visit` for the contexts of a function from the outermost to its own.
void visitContexts(const DeclContext *context, llvm::function_ref<void(const DeclContext *)> visit) {
  if (!context || context->isFileContext())
    return;
  visitContexts(context->getParent(), visit);
  visit(context);
}

/// Whether parts of the declaration other than the body may use its parameters.
bool declarationUsesParameters(const FunctionDecl *function) {
  const auto *type = function->getType()->getAs<FunctionProtoType>();
  return (type && (type->hasTrailingReturn() || type->hasNoexceptExceptionSpec())) ||
         function->getTrailingRequiresClause() || llvm::any_of(function->parameters(), isAutoParameter);
}

} // namespace

std::string freeName(std::string base, const FunctionDecl *function) {
  while (llvm::any_of(function->parameters(), [&](const ParmVarDecl *each) { return each->getName() == base; }))
    base += '_';
  return base;
}

ParameterTexts parameterTexts(const FunctionDecl *function, const SourceText &source, const NameInserter &insertName,
                              const NameInserter &rename) {
  ParameterTexts texts;
  bool renames = rename && !declarationUsesParameters(function);
  unsigned index = 0;
  for (const ParmVarDecl *parameter : function->parameters()) {
    std::string name = nameOf(parameter, index++);
    if (!isNamed(parameter))
      insertName(parameter->getLocation(), name);
    std::string declaration = declarationText(parameter, name, source);
    if (!isNamed(parameter) || parameter->hasAttr<UnusedAttr>())
      declaration = "[[maybe_unused]] " + declaration;
    texts.declarations += (texts.declarations.empty() ? "" : ", ") + declaration;
    if (renames && isNamed(parameter) && parameter->getLocation().isFileID()) {
      name = freeName("onnxc_" + name, function);
      rename(parameter->getLocation(), name);
    }
    texts.arguments += ", " + name + (parameter->isParameterPack() ? "..." : "");
  }
  return texts;
}

std::string resultText(const FunctionDecl *function, const SourceText &source) {
  if (const auto *method = dyn_cast<CXXMethodDecl>(function); method && method->getParent()->isLambda()) {
    FunctionTypeLoc type = function->getFunctionTypeLoc();
    if (!type || !function->getType()->castAs<FunctionProtoType>()->hasTrailingReturn())
      return "";
  }
  QualType declared = function->getDeclaredReturnType();
  if (const AutoType *deduced = declared->getAs<AutoType>();
      deduced && deduced->getKeyword() == AutoTypeKeyword::Auto && !deduced->isConstrained())
    return "";
  if (FunctionTypeLoc type = function->getFunctionTypeLoc())
    if (std::optional<FileRange> bytes = source.locate(type.getReturnLoc().getSourceRange()))
      if (std::optional<std::string> text = source.tokens(*bytes))
        return " -> " + *text;
  return " -> " + declared.getAsString(PrintingPolicy(function->getASTContext().getLangOpts()));
}

llvm::SmallVector<const TemplateParameterList *, 2> templateParameters(const FunctionDecl *pattern) {
  std::map<unsigned, const TemplateParameterList *> byDepth;
  auto add = [&](const TemplateParameterList *list) {
    if (list && !list->empty())
      byDepth[list->getDepth()] = list;
  };
  visitContexts(pattern, [&](const DeclContext *context) {
    if (const auto *record = dyn_cast<CXXRecordDecl>(context)) {
      if (const ClassTemplateDecl *classTemplate = record->getDescribedClassTemplate())
        add(classTemplate->getTemplateParameters());
      else if (const auto *partial = dyn_cast<ClassTemplatePartialSpecializationDecl>(record))
        add(partial->getTemplateParameters());
    } else if (const auto *function = dyn_cast<FunctionDecl>(context)) {
      // A definition outside its class may name the parameters of the class anew.
      for (unsigned i = 0; i < function->getNumTemplateParameterLists(); ++i)
        add(function->getTemplateParameterList(i));
      if (const FunctionTemplateDecl *functionTemplate = function->getDescribedFunctionTemplate())
        add(functionTemplate->getTemplateParameters());
    }
  });
  llvm::SmallVector<const TemplateParameterList *, 2> lists;
  for (const auto &[depth, list] : byDepth)
    lists.push_back(list);
  return lists;
}

std::string patternKey(const FunctionDecl *pattern, const NameInserter &insertName) {
  std::string text;
  for (const TemplateParameterList *list : templateParameters(pattern))
    for (unsigned i = 0; i < list->size(); ++i) {
      const NamedDecl *parameter = list->getParam(i);
      if (parameter->isImplicit()) // an `auto` parameter
        continue;
      std::string name = parameterKeyName(parameter, list->getDepth(), i, insertName);
      std::string one = isa<NonTypeTemplateParmDecl>(parameter)    ? "::onnxc::stub::Value<" + name + ">"
                        : isa<TemplateTemplateParmDecl>(parameter) ? "::onnxc::stub::Template<" + name + ">"
                                                                   : name;
      text += parameter->isParameterPack() ? ", ::onnxc::stub::Pack<" + one + "...>" : ", " + one;
    }
  unsigned index = 0;
  for (const ParmVarDecl *parameter : pattern->parameters()) {
    std::string name = nameOf(parameter, index++);
    if (isAutoParameter(parameter))
      text += parameter->isParameterPack() ? ", ::onnxc::stub::Pack<decltype(" + name + ")...>"
                                           : ", decltype(" + name + ")";
  }
  return text;
}

namespace {

std::optional<std::string> keyArgument(const TemplateArgument &argument, const ASTContext &context) {
  if (argument.getKind() == TemplateArgument::Pack) {
    std::string text;
    for (const TemplateArgument &element : argument.pack_elements()) {
      std::optional<std::string> one = keyArgument(element, context);
      if (!one)
        return std::nullopt;
      text += (text.empty() ? "" : ", ") + *one;
    }
    return "::onnxc::stub::Pack<" + text + ">";
  }
  std::optional<std::string> text = spellArgument(argument, context);
  if (!text || argument.getKind() == TemplateArgument::Type)
    return text;
  return (argument.getKind() == TemplateArgument::Template ? "::onnxc::stub::Template<" : "::onnxc::stub::Value<") +
         *text + ">";
}

/// The types of the instance's parameters that belong to one parameter of the pattern: one, or any number for a pack.
std::optional<std::string> autoKey(const ParmVarDecl *parameter, unsigned first, const FunctionDecl *instance,
                                   unsigned count) {
  std::string text;
  for (unsigned i = first; i < first + count; ++i) {
    std::optional<std::string> type = spellType(instance->getParamDecl(i)->getType(), instance->getASTContext());
    if (!type)
      return std::nullopt;
    text += (text.empty() ? "" : ", ") + *type;
  }
  return parameter->isParameterPack() ? "::onnxc::stub::Pack<" + text + ">" : text;
}

} // namespace

std::optional<std::string> instanceKey(const FunctionDecl *instance, const FunctionDecl *pattern) {
  // The arguments by level, in the order of the pattern's lists.
  llvm::SmallVector<llvm::ArrayRef<TemplateArgument>, 2> levels;
  visitContexts(instance, [&](const DeclContext *context) {
    if (const auto *specialization = dyn_cast<ClassTemplateSpecializationDecl>(context)) {
      if (!specialization->isExplicitSpecialization())
        levels.push_back(specialization->getTemplateInstantiationArgs().asArray());
    } else if (const auto *function = dyn_cast<FunctionDecl>(context)) {
      if (const TemplateArgumentList *arguments = function->getTemplateSpecializationArgs();
          arguments && function->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
        levels.push_back(arguments->asArray());
    }
  });
  auto lists = templateParameters(pattern);
  if (levels.size() != lists.size())
    return std::nullopt;
  std::string text;
  for (size_t level = 0; level < lists.size(); ++level)
    for (unsigned i = 0; i < lists[level]->size() && i < levels[level].size(); ++i) {
      if (lists[level]->getParam(i)->isImplicit())
        continue;
      std::optional<std::string> one = keyArgument(levels[level][i], instance->getASTContext());
      if (!one)
        return std::nullopt;
      text += ", " + *one;
    }
  unsigned next = 0;
  for (const ParmVarDecl *parameter : pattern->parameters()) {
    unsigned others = pattern->getNumParams() - 1;
    unsigned count =
        parameter->isParameterPack() ? instance->getNumParams() - others : 1; // one pack at most is deduced
    if (isAutoParameter(parameter)) {
      std::optional<std::string> one = autoKey(parameter, next, instance, count);
      if (!one)
        return std::nullopt;
      text += ", " + *one;
    }
    next += count;
  }
  return text;
}

} // namespace onnxc::stub
