//===- TracedCall.cpp - A call of a traced function -----------------------===//
#include "Runtime/Calls/TracedCall.h"
#include "Runtime/Calls/Arguments.h"
#include "Runtime/Calls/Emit.h"
#include "Runtime/Calls/Insert.h"
#include "Runtime/Calls/Key.h"
#include "Runtime/Calls/Lookup.h"
#include "Runtime/Functions/CompiledFunctions.h"
#include "Runtime/Session/ThreadRegistry.h"
#include <utility>

namespace onnxc::runtime {

using stub::detail::Arguments;
using stub::detail::Prototype;

bool TracedCall::inlines() {
  bool next = std::exchange(threadRegistry().inlineNext, false);
  Session &session = site.findSession();
  if (!next && !session.options.inline_functions)
    return false;
  site.session = &session;
  checkInlineLimit(session);
  // A parameter is a tensor of some type, as in a call, not a number that takes the type that it meets.
  for (const Arguments::Slot &slot : site.arguments.slots) {
    if (!slot.handle)
      continue;
    if (session.operand(*slot.handle).isFlexible())
      *slot.handle = session.handle(argumentValue(site, slot));
    checkDeclared(site, slot, session.operand(*slot.handle));
  }
  flattened.emplace(session, site.descriptor(), true);
  session.refreshScope();
  return true;
}

const Prototype *TracedCall::find() {
  site.collectValues();
  site.key = keyOf(site);
  specialisations = &specialisationsOf(site);
  callee = lookUp(site, *specialisations);
  return callee ? callee->prototype.get() : nullptr;
}

void TracedCall::enter() { trace.emplace(site); }

void TracedCall::leave(std::unique_ptr<Prototype> prototype, const Arguments &outputs) {
  std::unique_ptr<Traced> made = trace->finish(std::move(prototype), outputs);
  trace.reset(); // what follows happens in the caller's frame
  callee = insert(site, *specialisations, std::move(made));
}

void TracedCall::emit(Arguments &outputs) { emitCall(site, *callee, outputs); }

} // namespace onnxc::runtime
