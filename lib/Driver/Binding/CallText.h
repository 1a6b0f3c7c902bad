// The C++ text of a call with symbolic inputs and concrete attributes, for `onnxc trace`.
#ifndef ONNXC_DRIVER_BINDING_CALLTEXT_H
#define ONNXC_DRIVER_BINDING_CALLTEXT_H

#include "Driver/Options/Options.h"
#include "Frontend/Invocation.h"
#include "Jit/Jit.h"

#include <set>
#include <string>

namespace onnxc::driver {

/// The request that calls `function` with the inputs and attributes of `options`; what they do not name has its default
/// argument, is absent, or has its declared type. Throws Failure.
jit::Request callRequest(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit,
                         const MainOptions &options);

/// Adds those of `shared` that name an input or attribute of `function` which `options` does not name, and their texts
/// to `used`.
void addShared(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit, const MainOptions &shared,
               MainOptions &options, std::set<std::string> &used);

} // namespace onnxc::driver

#endif
