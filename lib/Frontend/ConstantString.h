// Texts that the constant evaluator knows.
#ifndef ONNXC_FRONTEND_CONSTANTSTRING_H
#define ONNXC_FRONTEND_CONSTANTSTRING_H

#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"

#include <optional>
#include <string>

namespace onnxc::frontend {

/// The text of a constant string: `const char *` or array of char, std::string_view, or a struct that holds one char
/// array. `value` is the result of Clang's constant evaluator for an expression of type `type`. Nothing when it is not
/// a string or not known.
std::optional<std::string> constantString(const clang::APValue &value, clang::QualType type,
                                          clang::ASTContext &context);

} // namespace onnxc::frontend

#endif
