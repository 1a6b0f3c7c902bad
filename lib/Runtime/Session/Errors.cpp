//===- Errors.cpp - How tracing fails -------------------------------------===//
#include "Runtime/Session/Errors.h"
#include "Runtime/Session/CallMirror.h"
#include "Runtime/Session/Session.h"

namespace onnxc {

TraceError::TraceError(std::string message, std::vector<TraceFrame> stack)
    : std::runtime_error(message + runtime::stackText(stack)), text(std::move(message)), frames(std::move(stack)) {}

namespace runtime {

namespace {
std::vector<TraceFrame> stackOf(const Session *session) {
  return session ? session->stack() : std::vector<TraceFrame>();
}
} // namespace

void fail(std::string message, Session *session) { throw TraceError(std::move(message), stackOf(session)); }
void fail(std::string message) { fail(std::move(message), Session::currentOrNull()); }
void failNotKnown(std::string message, Session *session) { throw NotKnown(std::move(message), stackOf(session)); }

} // namespace runtime
} // namespace onnxc
