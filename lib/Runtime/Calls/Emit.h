//===- Emit.h - Step 5: the call becomes a node ---------------------------===//
#ifndef ONNXC_RUNTIME_EMIT_H
#define ONNXC_RUNTIME_EMIT_H

#include "Runtime/Calls/TracedSite.h"

namespace onnxc::runtime {

/// Makes a call node of the function in the caller's graph, and sets the handles of `outputs` to its outputs.
void emitCall(const TracedSite &site, const Traced &callee, stub::detail::Arguments &outputs);

} // namespace onnxc::runtime

#endif
