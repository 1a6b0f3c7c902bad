//===- CppOperators.h - Clang's operators as those of the graph -----------------===//
#ifndef ONNXC_LOWER_CPPOPERATORS_H
#define ONNXC_LOWER_CPPOPERATORS_H

#include "Graph/Building/Builder.h"
#include "clang/AST/ExprCXX.h"
#include <optional>

namespace onnxc::lower {

/// The operator of C++ that `op` is, or that a compound assignment does. None for assignments, commas and the like.
std::optional<graph::CppOp> cppOperator(clang::BinaryOperatorKind op);
/// The same for the call of an overloaded operator with one operand or two. None for ++ and --, [], () and the like.
std::optional<graph::CppOp> cppOperator(const clang::CXXOperatorCallExpr &call);

} // namespace onnxc::lower

#endif
