//===- Calls.h - Calls of traced and scripted functions -------------------===//
#ifndef ONNXC_RUNTIME_CALLS_H
#define ONNXC_RUNTIME_CALLS_H

#include "Runtime/Functions/Registry.h"
#include "Runtime/Session/Session.h"

namespace onnxc::runtime {

graph::Type toType(const stub::detail::DeclaredType &declared);

/// What both kinds of calls need.
class CallBase {
public:
  explicit CallBase(const stub::detail::Entry &entry) : record(recordOf(entry)) {}
  CallBase(const CallBase &) = delete;

  stub::detail::Arguments arguments;

protected:
  /// The values of a C++ parameter that belong to the key.
  std::string_view parameterText(size_t parameter) const;
  Session &findSession();
  graph::Value *argument(const stub::detail::Arguments::Slot &slot);
  void checkDeclared(const stub::detail::Arguments::Slot &slot, const graph::Operand &operand);
  /// The call is on the stack of traced functions from begin to end.
  void begin(bool flattened);
  void end();

  const FunctionRecord &record;
  Session *session = nullptr;
  bool begun = false;
  size_t depth = 0;
};

class TracedCall : public CallBase {
public:
  using CallBase::CallBase;
  ~TracedCall();

  bool inlines();
  const stub::detail::Prototype *find();
  void enter();
  void leave(std::unique_ptr<stub::detail::Prototype> prototype, const stub::detail::Arguments &outputs);
  void emit(stub::detail::Arguments &outputs);

private:
  void collectOperands();
  std::string key() const;
  void explain(const Specialisations::Missed &missed) const;
  void recordPath(const std::vector<FactLog::Entry> &path, bool everything);
  Types formalTypes() const;
  std::string overload(const std::vector<FactLog::Entry> &path) const;
  void registerIdentity(const graph::Function &function);

  std::vector<graph::Value *> values; ///< the arguments, then the captured tensors, each once
  std::vector<size_t> captures;       ///< of each captured variable: the first one that is the same tensor
  Types declared;                     ///< what is declared of the inputs' types
  std::string text;
  Specialisations *specialisations = nullptr;
  Traced *traced = nullptr;
  bool flattened = false;
};

class ScriptedCall : public CallBase {
public:
  using CallBase::CallBase;
  /// Finds the compiled form; the number of its outputs.
  size_t choose();
  void emit(stub::detail::Arguments &outputs);

private:
  std::string presence() const;
  const stub::Proto &compiledForm() const;

  std::shared_ptr<graph::Function> function;
  std::vector<graph::Operand> operands;
  graph::Attributes attributes;
};

} // namespace onnxc::runtime

#endif
