//===- Errors.cpp - TraceError and the stack of traced functions ---------------===//
#include "Runtime/Session/Session.h"

namespace onnxc {

TraceError::TraceError(std::string message, std::vector<TraceFrame> stack)
    : std::runtime_error(message + runtime::stackText(stack)), text(std::move(message)), frames(std::move(stack)) {}

namespace runtime {

std::string stackText(const std::vector<TraceFrame> &stack) {
  std::string text;
  for (const TraceFrame &frame : stack)
    text += "\n  in " + frame.function + " at " + frame.file + ":" + std::to_string(frame.line);
  return text;
}

namespace {
std::vector<TraceFrame> stackOf(const Session *session) {
  std::vector<TraceFrame> stack;
  if (session)
    for (auto call = session->calls.rbegin(); call != session->calls.rend(); ++call)
      stack.push_back({fullName(*call->descriptor), call->descriptor->file, call->line});
  return stack;
}
} // namespace

void fail(std::string message, Session *session) { throw TraceError(std::move(message), stackOf(session)); }
void failNotKnown(std::string message, Session *session) { throw NotKnown(std::move(message), stackOf(session)); }

void fail(std::string message) { fail(std::move(message), Session::currentOrNull()); }

void Session::fail(const graph::Error &error) {
  std::string message = error.message;
  for (const std::string &note : error.notes)
    message += "\n  note: " + note;
  // The builder's checks look at types without asking: a body that survives the error depends on all of them.
  if (FactLog *log = frame().log.get())
    log->askEverything(log->mark());
  runtime::fail(std::move(message), this);
}

} // namespace runtime
} // namespace onnxc
