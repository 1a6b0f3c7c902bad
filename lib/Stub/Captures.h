// What a traced method or lambda depends on beside its parameters.
#ifndef ONNXC_STUB_CAPTURES_H
#define ONNXC_STUB_CAPTURES_H

#include "Frontend/Invocation.h"

#include <string>

namespace onnxc::stub {

/// `::onnxc::stub::captures(...)` with the members of `*this` and the captured variables that the body of `function`
/// reads, itself or through methods whose bodies are known. Reports those that cannot be read.
std::string capturesText(const clang::FunctionDecl *function, frontend::ParsedUnit &unit);

} // namespace onnxc::stub

#endif
