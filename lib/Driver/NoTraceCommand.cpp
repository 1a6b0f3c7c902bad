// onnxc without lib/Jit.
#include "Driver/Commands.h"
#include "Driver/Failure.h"

namespace onnxc::driver {

int runTrace(const TraceOptions &) { throw Failure::usage("this onnxc was built without support for 'onnxc trace'"); }

} // namespace onnxc::driver
