// onnxc without lib/Stub: traced functions are refused.
#include "Driver/Compiling/Compiled.h"
#include "Driver/Compiling/Stubs.h"
#include "Driver/Options/Failure.h"

namespace onnxc::driver {

Compiled compileStub(const CompileOptions &, frontend::ParsedUnit &, const std::string &, bool) {
  throw Failure::usage("this onnxc was built without support for '--emit=cpp'");
}

void checkTracedFunctions(frontend::ParsedUnit &) {}

} // namespace onnxc::driver
