// The C++ text of a call with symbolic inputs and concrete attributes, for `onnxc trace`.
#ifndef ONNXC_DRIVER_BINDING_CALLTEXT_H
#define ONNXC_DRIVER_BINDING_CALLTEXT_H

#include "Driver/Binding/BoundCall.h"
#include "Jit/Jit.h"

namespace onnxc::driver {

/// The request that makes the call; what it does not name has its default argument, is absent, or has its declared
/// type. Throws Failure.
jit::Request callRequest(const BoundCall &call);

} // namespace onnxc::driver

#endif
