#include "Frontend/DefaultArguments.h"

#include "clang/AST/Expr.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace onnxc::frontend {

const Expr *defaultArgument(const FunctionDecl *function, const ParmVarDecl *parameter, Sema &sema) {
  unsigned index = parameter->getFunctionScopeIndex();
  for (FunctionDecl *declaration : const_cast<FunctionDecl *>(function)->redecls()) {
    if (index >= declaration->getNumParams())
      continue;
    ParmVarDecl *candidate = declaration->getParamDecl(index);
    if (!candidate->hasDefaultArg() || candidate->hasUnparsedDefaultArg())
      continue;
    if (candidate->hasUninstantiatedDefaultArg() &&
        sema.InstantiateDefaultArgument(parameter->getLocation(), declaration, candidate))
      return nullptr;
    return candidate->getDefaultArg();
  }
  return nullptr;
}

std::optional<std::string> inexactAsFloat(const Expr *value, const ASTContext &context) {
  llvm::APFloat number(0.0);
  if (value->isValueDependent() || !value->EvaluateAsFloat(number, context))
    return std::nullopt;
  bool lossy = false, ignored = false;
  number.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &lossy);
  if (!lossy)
    return std::nullopt;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &ignored);
  llvm::SmallString<24> text;
  number.toString(text);
  return std::string(text);
}

} // namespace onnxc::frontend
