// Values of std::optional that Clang's constant evaluator knows.
#ifndef ONNXC_FRONTEND_CONSTANTOPTIONAL_H
#define ONNXC_FRONTEND_CONSTANTOPTIONAL_H

#include "clang/AST/APValue.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"

#include <optional>

namespace onnxc::frontend {

struct OptionalConstant {
  const clang::APValue *value = nullptr; ///< what it holds, part of the constant; null: it is empty
};

/// A constant of type std::optional; nothing where its parts are not those of a library that we know.
std::optional<OptionalConstant> constantOptional(const clang::APValue &constant, clang::QualType type);

/// Whether `value`, which initialises a std::optional, leaves it empty: `std::nullopt`, `{}`, or a constant that is so.
bool isEmptyOptional(const clang::Expr *value, const clang::ASTContext &context);

} // namespace onnxc::frontend

#endif
