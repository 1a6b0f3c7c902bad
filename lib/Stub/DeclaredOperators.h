// Definitions of the operators that a user declared with [[onnx::op]].
#ifndef ONNXC_STUB_DECLAREDOPERATORS_H
#define ONNXC_STUB_DECLAREDOPERATORS_H

#include "Frontend/Invocation.h"

#include <string>

namespace onnxc::stub {

/// A definition for each operator outside of system headers that is declared, used, and not defined: traced functions
/// call it. They are weak, so that several files may have one.
std::string declaredOperatorsText(frontend::ParsedUnit &unit);

} // namespace onnxc::stub

#endif
