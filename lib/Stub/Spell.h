// C++ text for types, template arguments and constants, as it can be written in the global namespace at the end of a
// file.
#ifndef ONNXC_STUB_SPELL_H
#define ONNXC_STUB_SPELL_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/TemplateBase.h"

#include <optional>
#include <string>

namespace onnxc::stub {

/// Text of `type`. Nothing where no text can name it: local classes, lambdas and classes without a name.
std::optional<std::string> spellType(clang::QualType type, const clang::ASTContext &context);

/// Text of one template argument; several, separated by commas, for a pack.
std::optional<std::string> spellArgument(const clang::TemplateArgument &argument, const clang::ASTContext &context);

/// `::ns::Class<Arguments>::name`, with `function`'s own template arguments. Nothing where it has no such name.
std::optional<std::string> spellName(const clang::NamedDecl *decl, const clang::ASTContext &context);

/// The variable of a namespace that holds the lambda whose call operator `function` is: `::ns::variable`. Nothing where
/// there is none.
std::optional<std::string> spellLambda(const clang::FunctionDecl *function, const clang::ASTContext &context);

/// An expression of pointer or pointer-to-member type that names exactly `function`, also where it is overloaded.
std::optional<std::string> spellAddress(const clang::FunctionDecl *function, const clang::ASTContext &context);

} // namespace onnxc::stub

#endif
