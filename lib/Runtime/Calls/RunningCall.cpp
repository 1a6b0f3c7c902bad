//===- RunningCall.cpp - A call that is on the stack ----------------------===//
#include "Runtime/Calls/RunningCall.h"
#include "Runtime/Session/Names.h"

namespace onnxc::runtime {

namespace {

/// Functions may nest this deep: a recursion that never ends is an error before the stack is.
constexpr size_t maxDepth = 256;

} // namespace

RunningCall::RunningCall(Session &session, const stub::Descriptor &descriptor, bool flattened)
    : session(session), depth(session.calls.size()) {
  if (depth >= maxDepth)
    fail("functions call one another more than " + std::to_string(maxDepth) + " deep: is " + fullName(descriptor) +
             " a recursion that never ends?",
         &session);
  session.calls.push_back({&descriptor, descriptor.line, flattened});
  if (session.mirror)
    session.mirror->begin(static_cast<unsigned>(depth), descriptor);
}

RunningCall::~RunningCall() {
  session.calls.resize(depth);
  if (session.mirror)
    session.mirror->end(static_cast<unsigned>(depth));
  session.refreshScope();
  session.refreshLocation();
}

} // namespace onnxc::runtime
