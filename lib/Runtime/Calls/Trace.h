//===- Trace.h - Step 3: the body runs and makes a function ---------------===//
#ifndef ONNXC_RUNTIME_TRACE_H
#define ONNXC_RUNTIME_TRACE_H

#include "Runtime/Calls/RunningCall.h"
#include "Runtime/Calls/TracedSite.h"

namespace onnxc::runtime {

/// The body of a traced function while it runs.
class Trace {
public:
  /// Pushes a frame, and makes formals of the arguments: the handles of `site`, with which the body runs next.
  explicit Trace(TracedSite &site);
  /// A body that threw leaves nothing behind but the fact that it throws for such arguments, which a caller that goes
  /// on depends on.
  ~Trace();
  Trace(const Trace &) = delete;

  /// The body has returned `outputs`, the handles of `prototype`: the function, and what it was asked.
  std::unique_ptr<Traced> finish(std::unique_ptr<stub::detail::Prototype> prototype,
                                 const stub::detail::Arguments &outputs);

private:
  std::unique_ptr<Frame> makeFrame();
  void addInputs(graph::Function &function);
  std::vector<graph::Value *> addCaptures(graph::Function &function);
  void addOutputs(const stub::detail::Arguments &outputs);
  void addOutput(const Handle &result, size_t count);
  void forgetGivenTypes();

  TracedSite &site;
  Session &session;
  RunningCall running;
  Types given;    ///< types of the arguments and captured tensors
  Types declared; ///< what is declared of them
  bool isFinished = false;
};

} // namespace onnxc::runtime

#endif
