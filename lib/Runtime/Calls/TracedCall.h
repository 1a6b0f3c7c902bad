//===- TracedCall.h - A call of a traced function -------------------------===//
//
// Stub.cpp has the order of the steps: the key is made, a function is looked up; without one the body is traced and the
// function inserted; the call node is emitted. docs/architecture.md, "One traced call, step by step".
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_RUNTIME_TRACEDCALL_H
#define ONNXC_RUNTIME_TRACEDCALL_H

#include "Runtime/Calls/Trace.h"
#include "Runtime/Calls/TracedSite.h"
#include <optional>

namespace onnxc::runtime {

class TracedCall {
public:
  explicit TracedCall(const stub::detail::Entry &entry) : site(entry) { site.arguments.unsetIsAbsent = true; }

  stub::detail::Arguments &arguments() { return site.arguments; }

  /// Instead of all steps, where the user wants it: the body runs in the caller's frame.
  bool inlines();
  /// Key and look-up: the result of the function that was made for such arguments, or null.
  const stub::detail::Prototype *find();
  /// The trace begins: the body runs next.
  void enter();
  /// The trace ends with the body's result; the function is inserted.
  void leave(std::unique_ptr<stub::detail::Prototype> prototype, const stub::detail::Arguments &outputs);
  /// The call node.
  void emit(stub::detail::Arguments &outputs);

private:
  TracedSite site;
  Specialisations *specialisations = nullptr;
  Traced *callee = nullptr;
  std::optional<Trace> trace;
  std::optional<RunningCall> flattened;
};

} // namespace onnxc::runtime

#endif
