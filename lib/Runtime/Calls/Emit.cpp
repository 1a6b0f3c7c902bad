//===- Emit.cpp - Step 5: the call becomes a node -------------------------===//
#include "Runtime/Calls/Emit.h"

namespace onnxc::runtime {

void emitCall(const TracedSite &site, const Traced &callee, stub::detail::Arguments &outputs) {
  std::vector<graph::Operand> operands(site.values.begin(), site.values.end());
  std::vector<graph::Value *> results =
      site.session->check(site.session->frame().builder.call(*callee.function, std::move(operands)));
  size_t index = 0;
  for (const stub::detail::Arguments::Slot &slot : outputs.slots)
    if (slot.handle)
      *slot.handle = site.session->handle(results[index++]);
}

} // namespace onnxc::runtime
