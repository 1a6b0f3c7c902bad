//===- Frame.cpp - A function whose body runs -----------------------------===//
#include "Runtime/Session/Frame.h"
#include "Runtime/Session/ThreadRegistry.h"

namespace onnxc::runtime {

Frame::Frame(std::shared_ptr<graph::Function> function, uint64_t region)
    : function(std::move(function)), builder(*this->function), regions{region},
      scopeBase(threadRegistry().scopes.size()) {
  builder.checkTypes = false;
  hook = [this](const graph::Value *value, graph::Fact fact, int64_t axis) {
    if (log)
      log->ask(value, fact, axis, answerOf(builder.typeOf(value), fact, axis));
  };
  builder.onQuestion = &hook;
}

bool Frame::isAlive(uint64_t region) const {
  for (auto known = regions.rbegin(); known != regions.rend(); ++known)
    if (*known == region)
      return true;
  return false;
}

} // namespace onnxc::runtime
