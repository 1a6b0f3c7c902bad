#include "Driver/Binding/AskedNames.h"

#include "Driver/Binding/Selection.h"
#include "Driver/Options/Failure.h"
#include "Support/Hash.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

namespace onnxc::driver {
namespace {

std::string variableFor(const std::string &name) { return "onnxc_asked_" + support::hexText(support::hashText(name)); }

std::unique_ptr<frontend::ParsedUnit> parseSilently(frontend::CompileJob job) {
  job.messages = &llvm::nulls();
  return frontend::parse(std::move(job));
}

bool isFound(frontend::ParsedUnit &unit, const std::string &name) {
  try {
    return findFunction(unit, name, std::nullopt) != nullptr;
  } catch (const Failure &) {
    return true; // it means several
  }
}

/// Whether an annotated template of that name, without arguments and scopes, is written in the file.
bool isTemplate(frontend::ParsedUnit &unit, const std::string &instance) {
  llvm::StringRef name = llvm::StringRef(instance).split('<').first.trim();
  name = name.substr(name.rfind(':') == llvm::StringRef::npos ? 0 : name.rfind(':') + 1);
  for (const frontend::AnnotatedFunction &function : unit.functions().written) {
    if (!function.decl->isTemplated())
      continue;
    const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(function.decl->getDeclContext());
    if (function.decl->getNameAsString() == name || (record && record->getName() == name))
      return true;
  }
  return false;
}

/// Declarations that say what the names mean: the address of an instance, or a type with the parameters of an overload.
std::string declarations(const std::vector<std::string> &names, frontend::ParsedUnit *unit) {
  std::string code;
  for (const std::string &name : names) {
    std::string_view instance = withoutParameters(name);
    if (instance.size() != name.size()) {
      code += "\nusing " + variableFor(name) + " = void " + name.substr(instance.size()) + ";\n";
      continue;
    }
    bool isScoped = name.find("::") < name.find('<');
    code += "\n[[maybe_unused]] static constexpr auto " + variableFor(name) + " = &" +
            (unit && !isScoped ? qualifiedInstance(*unit, name) : name) + ";\n";
  }
  return code;
}

/// The function whose address a declaration takes.
const clang::FunctionDecl *instanceOf(const clang::VarDecl &variable) {
  const auto *address =
      variable.getInit() ? llvm::dyn_cast<clang::UnaryOperator>(variable.getInit()->IgnoreImplicit()) : nullptr;
  const auto *named =
      address ? llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParenImpCasts()) : nullptr;
  return named ? llvm::dyn_cast<clang::FunctionDecl>(named->getDecl()) : nullptr;
}

bool hasParameters(const clang::FunctionDecl &function, const clang::FunctionProtoType &type) {
  if (type.getNumParams() != function.getNumParams())
    return false;
  for (unsigned i = 0; i < function.getNumParams(); ++i)
    if (!function.getASTContext().hasSameUnqualifiedType(type.getParamType(i), function.getParamDecl(i)->getType()))
      return false;
  return true;
}

} // namespace

void askForFunctions(frontend::CompileJob &job, const std::vector<std::string> &names, BadName bad) {
  std::set<std::string> candidates;
  for (const std::string &name : names)
    if (name.find_first_of("<(") != std::string::npos)
      candidates.insert(name);
  if (candidates.empty())
    return;
  std::optional<std::string> given = job.code;
  if (!job.code)
    if (auto buffer = llvm::MemoryBuffer::getFile(job.file))
      job.code = (*buffer)->getBuffer().str();
  auto unit = parseSilently(job);
  std::vector<std::string> asked;
  for (const std::string &name : candidates) {
    bool mayBe = bad == BadName::IsReported || name.ends_with(')') || (unit && isTemplate(*unit, name));
    if (!unit || (!isFound(*unit, name) && mayBe))
      asked.push_back(name);
  }
  if (asked.empty() || !job.code) {
    job.code = std::move(given);
    return;
  }
  *job.code += declarations(asked, unit.get());
  if (bad == BadName::IsReported)
    return;
  auto withAsked = parseSilently(job);
  if (!withAsked || (withAsked->hasClangErrors() && unit && !unit->hasClangErrors()))
    job.code = std::move(given);
}

bool isAsked(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit, const std::string &name) {
  clang::ASTContext &context = unit.ast();
  for (const clang::NamedDecl *found :
       context.getTranslationUnitDecl()->lookup(&context.Idents.get(variableFor(name)))) {
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(found)) {
      const clang::FunctionDecl *instance = instanceOf(*variable);
      return instance && instance->getCanonicalDecl() == function.decl->getCanonicalDecl();
    }
    if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(found))
      if (const auto *type = alias->getUnderlyingType()->getAs<clang::FunctionProtoType>())
        return hasParameters(*function.decl, *type);
  }
  return false;
}

std::string_view withoutParameters(std::string_view name) {
  if (!name.ends_with(')'))
    return name;
  int open = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    open += name[i] == ')' ? 1 : name[i] == '(' ? -1 : 0;
    if (open == 0)
      return name.substr(0, i);
  }
  return name;
}

} // namespace onnxc::driver
