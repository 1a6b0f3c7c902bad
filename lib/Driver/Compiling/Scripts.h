// The scripted functions of a file as a model.
#ifndef ONNXC_DRIVER_COMPILING_SCRIPTS_H
#define ONNXC_DRIVER_COMPILING_SCRIPTS_H

#include "Driver/Compiling/Compiled.h"
#include "Driver/Options/Options.h"
#include "Frontend/Invocation.h"

namespace onnxc::driver {

/// A runnable model of --main, or a library of all scripted functions. Warns about what traced functions cannot do.
/// `mustHaveMain`: --main is an error when the file does not define it. Throws Failure.
Compiled compileScripts(const CompileOptions &options, frontend::ParsedUnit &unit, bool mustHaveMain);

} // namespace onnxc::driver

#endif
