//===- Scope.cpp - What traced code opens on its thread -------------------===//
#include "Runtime/Session/Session.h"
#include "Runtime/Session/ThreadRegistry.h"
#include "onnxc/trace.h"
#include <utility>

using onnxc::runtime::threadRegistry;

namespace onnxc {

namespace {
void scopesChanged() {
  if (runtime::Session *session = runtime::Session::currentOrNull())
    session->refreshScope();
}
} // namespace

Scope::Scope(std::string name) {
  threadRegistry().scopes.push_back(std::move(name));
  scopesChanged();
}

Scope::~Scope() {
  threadRegistry().scopes.pop_back();
  scopesChanged();
}

detail::InlineNext::InlineNext() : before(std::exchange(threadRegistry().inlineNext, true)) {}
detail::InlineNext::~InlineNext() { threadRegistry().inlineNext = before; }

} // namespace onnxc
