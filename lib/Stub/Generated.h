// The generated parts of a rewritten file: its head, and the tail of the main file.
#ifndef ONNXC_STUB_GENERATED_H
#define ONNXC_STUB_GENERATED_H

#include "Frontend/Invocation.h"
#include "Stub/Plan.h"

#include <string>

namespace onnxc::stub {

/// What stands before the first line of `file`: a #line that names it, what stubs need, and the #line again. That of
/// the main file has what the stubs in headers need too, because a header may be included inside a namespace; that of a
/// header serves files that did not go through onnxc.
std::string headText(const Plan &plan, clang::FileID file, clang::FileID mainFile, const std::string &fileName);

/// What stands behind the last line of the main file: the compiled scripted functions, the addresses of all functions,
/// and the definitions of operators that the user declared.
std::string tailText(const Plan &plan, frontend::ParsedUnit &unit, const Options &options);

} // namespace onnxc::stub

#endif
