//===- TracedSite.cpp - A call of a traced function, for all its steps ----===//
#include "Runtime/Calls/TracedSite.h"
#include "Runtime/Calls/Arguments.h"
#include <map>

namespace onnxc::runtime {

using stub::detail::Arguments;

void TracedSite::collectValues() {
  session = &findSession();
  for (const Arguments::Slot &slot : arguments.slots)
    if (slot.handle) {
      values.push_back(argumentValue(*this, slot));
      checkDeclared(*this, slot, graph::Operand(values.back()));
    }
  std::map<const ValueImpl *, size_t> seen;
  for (const Arguments::Captured &captured : arguments.captures) {
    auto [first, isNew] = seen.emplace(captured.handle.impl(), captures.size());
    captures.push_back(first->second);
    if (isNew)
      values.push_back(session->value(captured.handle));
  }
}

} // namespace onnxc::runtime
