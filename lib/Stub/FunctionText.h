// The parts of the two insertions around the body of one annotated definition.
#ifndef ONNXC_STUB_FUNCTIONTEXT_H
#define ONNXC_STUB_FUNCTIONTEXT_H

#include "Stub/SourceText.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <string>

namespace onnxc::stub {

/// Called for a parameter without a name: the stub has to use it, so the definition gets one there.
using NameInserter = std::function<void(clang::SourceLocation, const std::string &name)>;

/// `base`, or with underscores behind it where the definition has a parameter of that name.
std::string freeName(std::string base, const clang::FunctionDecl *function);

struct ParameterTexts {
  std::string declarations; ///< of the lambda's parameters: `Tensor x, int64_t rank`
  std::string arguments;    ///< that it is called with: `x, rank`
};

/// With `rename`, the parameters of the definition get names that differ from those of the stub's lambda, where nothing
/// but the body uses them.
ParameterTexts parameterTexts(const clang::FunctionDecl *function, const SourceText &source,
                              const NameInserter &insertName, const NameInserter &rename = nullptr);

/// ` -> Tensor`; empty where the result is deduced.
std::string resultText(const clang::FunctionDecl *function, const SourceText &source);

/// The lists of template parameters that are in scope in the body, outermost first. Those of a partial specialisation
/// are its own.
llvm::SmallVector<const clang::TemplateParameterList *, 2> templateParameters(const clang::FunctionDecl *pattern);

/// The arguments of a Key in the body of a template: `, T, ::onnxc::stub::Value<N>`.
std::string patternKey(const clang::FunctionDecl *pattern, const NameInserter &insertName);

/// The same for an instance of `pattern`, as text for the end of the file. Nothing where no text names one of its
/// arguments.
std::optional<std::string> instanceKey(const clang::FunctionDecl *instance, const clang::FunctionDecl *pattern);

} // namespace onnxc::stub

#endif
