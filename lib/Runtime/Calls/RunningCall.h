//===- RunningCall.h - A call that is on the stack ------------------------===//
#ifndef ONNXC_RUNTIME_RUNNINGCALL_H
#define ONNXC_RUNTIME_RUNNINGCALL_H

#include "Runtime/Session/Session.h"

namespace onnxc::runtime {

/// While it lives, a call is on the session's stack, which errors and scopes show.
class RunningCall {
public:
  /// `flattened`: its nodes go into the caller's graph. Throws a TraceError where functions nest too deep.
  RunningCall(Session &session, const stub::Descriptor &descriptor, bool flattened);
  ~RunningCall();
  RunningCall(const RunningCall &) = delete;

private:
  Session &session;
  size_t depth;
};

} // namespace onnxc::runtime

#endif
