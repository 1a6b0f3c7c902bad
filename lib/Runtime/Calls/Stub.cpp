//===- Stub.cpp - What rewritten source calls -----------------------------===//
#include "onnxc/stub.h"
#include "Runtime/Calls/ScriptedCall.h"
#include "Runtime/Calls/TracedCall.h"
#include <variant>

namespace onnxc::stub {

struct detail::Call::Impl {
  explicit Impl(const Entry &entry) {
    if (entry.embedded)
      call.emplace<runtime::ScriptedCall>(entry);
    else
      call.emplace<runtime::TracedCall>(entry);
  }
  runtime::TracedCall &traced() { return std::get<runtime::TracedCall>(call); }
  runtime::ScriptedCall &scripted() { return std::get<runtime::ScriptedCall>(call); }
  bool isTraced() const { return std::holds_alternative<runtime::TracedCall>(call); }

  std::variant<std::monostate, runtime::TracedCall, runtime::ScriptedCall> call;
};

namespace detail {

Call::Call(Entry &entry) : impl(new Impl(entry)) {}
Call::~Call() { delete impl; }
Arguments &Call::arguments() { return impl->isTraced() ? impl->traced().arguments() : impl->scripted().arguments(); }
bool Call::inlines() { return impl->traced().inlines(); }
const Prototype *Call::find() { return impl->traced().find(); }
void Call::enter() { impl->traced().enter(); }
void Call::leave(Prototype *result, const Arguments &outputs) {
  impl->traced().leave(std::unique_ptr<Prototype>(result), outputs);
}
size_t Call::choose() { return impl->scripted().choose(); }
void Call::emit(Arguments &outputs) {
  if (impl->isTraced())
    impl->traced().emit(outputs);
  else
    impl->scripted().emit(outputs);
}

void nameValue(const onnxc::detail::Handle &value, const char *name) {
  const onnxc::detail::ValueImpl *impl = value.impl();
  if (!impl || !impl->session || !impl->session->frame().isAlive(impl->region))
    return;
  graph::Value *named = impl->operand.value;
  if (named && named->producer && named->hint.empty())
    named->hint = name;
}

} // namespace detail

At at(unsigned line) {
  if (runtime::Session *session = runtime::Session::currentOrNull())
    session->at(line);
  return {};
}

} // namespace onnxc::stub
