//===- Errors.cpp - TraceError and the stack of traced functions ---------------===//
#include "Session.h"

namespace onnxc {

namespace {
std::string render(const std::string &message, const std::vector<TraceFrame> &stack) {
  std::string text = message;
  for (const TraceFrame &frame : stack)
    text += "\n  in " + frame.function + " at " + frame.file + ":" + std::to_string(frame.line);
  return text;
}
} // namespace

TraceError::TraceError(std::string message, std::vector<TraceFrame> stack)
    : std::runtime_error(render(message, stack)), text(std::move(message)), frames(std::move(stack)) {}

namespace runtime {

void fail(std::string message, Session *session) {
  std::vector<TraceFrame> stack;
  if (session)
    for (auto call = session->calls.rbegin(); call != session->calls.rend(); ++call)
      stack.push_back(
          {std::string(call->descriptor->domain) + "." + call->descriptor->name, call->descriptor->file, call->line});
  throw TraceError(std::move(message), std::move(stack));
}

void fail(std::string message) { fail(std::move(message), Session::currentOrNull()); }

void Session::fail(const graph::Error &error) {
  std::string message = error.message;
  for (const std::string &note : error.notes)
    message += "\n  note: " + note;
  runtime::fail(std::move(message), this);
}

} // namespace runtime
} // namespace onnxc
