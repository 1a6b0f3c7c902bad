// onnxc without lib/Jit.
#include "Driver/Commands/Commands.h"
#include "Driver/Options/Failure.h"

namespace onnxc::driver {

int runTrace(const TraceOptions &) { throw Failure::usage("this onnxc was built without support for 'onnxc trace'"); }
int runCheck(const CheckOptions &) { throw Failure::usage("this onnxc was built without support for 'onnxc check'"); }

} // namespace onnxc::driver
