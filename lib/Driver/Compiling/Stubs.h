// What the driver does with traced functions.
#ifndef ONNXC_DRIVER_COMPILING_STUBS_H
#define ONNXC_DRIVER_COMPILING_STUBS_H

#include "Driver/Compiling/Compiled.h"
#include "Driver/Options/Options.h"
#include "Frontend/Invocation.h"

namespace onnxc::driver {

/// `--emit=cpp`: the rewritten source, with the scripted functions embedded, and copies of annotated headers in a
/// folder beside `output`. Throws Failure.
/// `traceScripts`: the bodies of scripted functions run as those of traced ones.
Compiled compileStub(const CompileOptions &options, frontend::ParsedUnit &unit, const std::string &output,
                     bool traceScripts = false);

/// Warns about what a traced function cannot do with tensors.
void checkTracedFunctions(frontend::ParsedUnit &unit);

} // namespace onnxc::driver

#endif
