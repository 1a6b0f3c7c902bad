//===- ScriptedCall.h - A call of a scripted function ---------------------===//
#ifndef ONNXC_RUNTIME_SCRIPTEDCALL_H
#define ONNXC_RUNTIME_SCRIPTEDCALL_H

#include "Runtime/Calls/CallSite.h"

namespace onnxc::runtime {

class ScriptedCall {
public:
  explicit ScriptedCall(const stub::detail::Entry &entry) : site(entry) {}

  stub::detail::Arguments &arguments() { return site.arguments; }

  /// Finds the compiled form that fits the arguments; the number of its outputs.
  size_t choose();
  /// Makes the call node, or nodes where the user wants the function inlined.
  void emit(stub::detail::Arguments &outputs);

private:
  std::string presence() const;
  const stub::Proto &compiledForm() const;
  void collectOperands();
  void checkArgument(const stub::detail::Arguments::Slot &slot, size_t input);
  void collectAttributes();

  CallSite site;
  std::shared_ptr<graph::Function> function;
  std::vector<graph::Operand> operands;
  graph::Attributes attributes;
};

} // namespace onnxc::runtime

#endif
