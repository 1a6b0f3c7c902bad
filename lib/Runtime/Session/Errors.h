//===- Errors.h - How tracing fails ---------------------------------------===//
#ifndef ONNXC_RUNTIME_ERRORS_H
#define ONNXC_RUNTIME_ERRORS_H

#include "onnxc/trace.h"
#include <string>

namespace onnxc::runtime {

class Session;

/// A TraceError because traced code asked for what is known only when the model runs, or not known of the inputs.
class NotKnown : public TraceError {
public:
  using TraceError::TraceError;
};

/// Throws a TraceError with the stack of the session, which may be null; without one, that of the thread.
[[noreturn]] void fail(std::string message, Session *session);
[[noreturn]] void fail(std::string message);
[[noreturn]] void failNotKnown(std::string message, Session *session);

} // namespace onnxc::runtime

#endif
