// Signatures of annotated functions, for `onnxc list` and `--emit=schema`.
#ifndef ONNXC_DRIVER_BINDING_SIGNATURES_H
#define ONNXC_DRIVER_BINDING_SIGNATURES_H

#include "Emit/Signature.h"
#include "Frontend/Invocation.h"
#include "Frontend/Signature.h"

#include <vector>

namespace onnxc::driver {

/// The function's signature, without reporting anything (lowering has).
frontend::Signature signatureOf(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit);

/// The annotated functions of the main file, in source order.
std::vector<emit::FunctionInfo> functionInfos(frontend::ParsedUnit &unit);

} // namespace onnxc::driver

#endif
