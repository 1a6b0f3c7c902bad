#include "Driver/Binding/Selection.h"

#include "Driver/Binding/AskedNames.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Suggest.h"
#include "Support/Overload.h"

#include <set>

namespace onnxc::driver {
namespace {

using frontend::AnnotatedFunction;
using frontend::Annotation;

std::string withoutSpaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// The C++ name with its namespaces and template arguments; inline namespaces do not count.
std::string cppName(const clang::FunctionDecl *function) {
  clang::PrintingPolicy policy(function->getASTContext().getLangOpts());
  policy.SuppressInlineNamespace = true;
  policy.SuppressUnwrittenScope = true;
  std::string text;
  llvm::raw_string_ostream stream(text);
  function->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
  return text;
}

std::string cppScope(const clang::FunctionDecl *function) {
  std::string name = function->getQualifiedNameAsString();
  std::size_t end = name.rfind("::");
  return end == std::string::npos ? std::string() : name.substr(0, end + 2);
}

/// The name without its first scopes, one after another: "b::C::f", "C::f", "f".
void addShorter(const std::string &name, std::vector<std::string> &texts) {
  int depth = 0;
  for (std::size_t i = 0; i + 2 < name.size(); ++i) {
    depth += name[i] == '<' || name[i] == '(' ? 1 : name[i] == '>' || name[i] == ')' ? -1 : 0;
    if (depth == 0 && name.compare(i, 2, "::") == 0)
      texts.push_back(name.substr(i + 2));
  }
}

/// Every text that names the function.
std::vector<std::string> spellings(const AnnotatedFunction &function) {
  const Annotation &annotation = *function.annotation;
  std::vector<std::string> texts = {withoutSpaces(cppName(function.decl))};
  addShorter(std::string(texts.front()), texts);
  for (const std::string &scope : {std::string(), annotation.domain + "::", cppScope(function.decl)}) {
    texts.push_back(scope + annotation.name);
    if (!annotation.overload.empty()) {
      texts.push_back(withoutSpaces(scope + annotation.name + annotation.overload));
      texts.push_back(withoutSpaces(support::overloadedName(scope + annotation.name, annotation.overload)));
    }
  }
  return texts;
}

std::string_view kindName(Annotation::Kind kind) { return kind == Annotation::Trace ? "traced" : "scripted"; }

} // namespace

std::vector<const AnnotatedFunction *> scriptedFunctions(frontend::ParsedUnit &unit) {
  std::vector<const AnnotatedFunction *> scripted;
  for (const AnnotatedFunction &function : unit.functions().functions)
    if (function.inMainFile && function.annotation->kind == Annotation::Script)
      scripted.push_back(&function);
  return scripted;
}

const AnnotatedFunction *findFunction(frontend::ParsedUnit &unit, const std::string &name,
                                      std::optional<Annotation::Kind> kind) {
  auto isOfKind = [&](const AnnotatedFunction &function) {
    return kind ? function.annotation->kind == *kind : function.annotation->kind != Annotation::Op;
  };
  auto isNamed = [&](const AnnotatedFunction &function, std::string_view text) {
    std::vector<std::string> texts = spellings(function);
    return std::find(texts.begin(), texts.end(), withoutSpaces(std::string(text))) != texts.end();
  };
  std::vector<const AnnotatedFunction *> found;
  for (const AnnotatedFunction &function : unit.functions().functions)
    if (isOfKind(function) && isNamed(function, name))
      found.push_back(&function);
  // Names that C++ had to understand.
  std::string_view shorter = withoutParameters(name);
  for (const AnnotatedFunction &function : unit.functions().functions)
    if (found.empty() && isOfKind(function) && isAsked(function, unit, name) &&
        (shorter.size() == name.size() || isNamed(function, shorter)))
      return &function;
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const AnnotatedFunction *function : found)
      names.push_back(displayName(*function->annotation));
    throw Failure::usage("'" + name + "' names several functions: " + quotedList(names));
  }
  return found.empty() ? nullptr : found.front();
}

std::string qualifiedInstance(frontend::ParsedUnit &unit, const std::string &instance) {
  std::string name = instance.substr(0, instance.find('<'));
  std::set<std::string> scopes;
  for (const AnnotatedFunction &function : unit.functions().written)
    if (function.decl->getNameAsString() == name)
      scopes.insert(cppScope(function.decl));
  return (scopes.size() == 1 ? *scopes.begin() : std::string()) + instance;
}

std::string missingFunction(frontend::ParsedUnit &unit, const std::string &name, std::optional<Annotation::Kind> kind) {
  std::vector<std::string> candidates, shown;
  for (const AnnotatedFunction &function : unit.functions().functions) {
    if (function.annotation->kind == Annotation::Op)
      continue;
    std::vector<std::string> texts = spellings(function);
    bool fits = !kind || function.annotation->kind == *kind;
    if (!fits && std::find(texts.begin(), texts.end(), name) != texts.end())
      return "'" + name + "' is a " + std::string(kindName(function.annotation->kind)) + " function, not a " +
             std::string(kindName(*kind)) + " one" + (kind == Annotation::Script ? "; 'onnxc trace' runs it" : "");
    if (!fits)
      continue;
    candidates.push_back(function.annotation->name);
    shown.push_back(support::overloadedName(function.annotation->name, function.annotation->overload));
  }
  std::string hint = didYouMean(name, candidates);
  if (hint.empty() && !shown.empty())
    hint = "; there are " + quotedList(shown);
  return "no " + std::string(kind ? kindName(*kind) : "annotated") + " function '" + name + "' in " + unit.job().file +
         hint;
}

std::string displayName(const Annotation &annotation) {
  return support::overloadedName(annotation.domain + "::" + annotation.name, annotation.overload);
}

} // namespace onnxc::driver
