// Names of lambdas.
#ifndef ONNXC_FRONTEND_LAMBDANAMES_H
#define ONNXC_FRONTEND_LAMBDANAMES_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <string>

namespace onnxc::frontend {

/// Names lambdas after the variables that they initialise.
class LambdaNames {
public:
  /// The name of the variable, or "lambda" when there is none.
  std::string nameOf(const clang::CXXRecordDecl *lambda);

private:
  llvm::DenseMap<const clang::CXXRecordDecl *, std::string> names;
  llvm::DenseSet<const clang::DeclContext *> searched;
};

} // namespace onnxc::frontend

#endif
