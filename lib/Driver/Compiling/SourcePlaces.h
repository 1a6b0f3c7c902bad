// Places of the source in the model: what -g writes.
#ifndef ONNXC_DRIVER_COMPILING_SOURCEPLACES_H
#define ONNXC_DRIVER_COMPILING_SOURCEPLACES_H

#include "Driver/Options/Options.h"
#include "Frontend/Invocation.h"
#include "Graph/Passes/Finish.h"
#include "Graph/Passes/Serialize.h"

namespace onnxc::driver {

/// What -g adds to nodes: "ops.cc:12". Never a path that depends on where onnxc runs.
graph::FinishOptions finishOptions(const CompileOptions &options, frontend::ParsedUnit &unit);

} // namespace onnxc::driver

#endif
