//===- Arguments.h - Arguments, and what is declared of them --------------===//
#ifndef ONNXC_RUNTIME_ARGUMENTS_H
#define ONNXC_RUNTIME_ARGUMENTS_H

#include "Runtime/Calls/CallSite.h"

namespace onnxc::runtime {

/// What a declaration says of a type. Names of symbols are no facts.
graph::Type toType(const stub::detail::DeclaredType &declared);

/// A tensor argument as a value of the caller's graph. A number takes the parameter's declared type, or that of an
/// argument that shares its type variable.
graph::Value *argumentValue(const CallSite &site, const stub::detail::Arguments::Slot &slot);

/// Throws a TraceError if the argument is not what the parameter's declaration wants. What it asks is logged.
void checkDeclared(const CallSite &site, const stub::detail::Arguments::Slot &slot, const graph::Operand &operand);

} // namespace onnxc::runtime

#endif
