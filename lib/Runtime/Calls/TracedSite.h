//===- TracedSite.h - A call of a traced function, for all its steps ------===//
#ifndef ONNXC_RUNTIME_TRACEDSITE_H
#define ONNXC_RUNTIME_TRACEDSITE_H

#include "Runtime/Calls/CallSite.h"

namespace onnxc::runtime {

/// A call of a traced function: what the steps from the key to the call node need of it.
struct TracedSite : CallSite {
  using CallSite::CallSite;

  /// Finds the session, and takes arguments and captured tensors as values of its graph.
  void collectValues();

  std::vector<graph::Value *> values; ///< the arguments, then the captured tensors, each once
  std::vector<size_t> captures;       ///< of each captured variable: the first one that is the same tensor
  std::string key;                    ///< of Key.h
};

} // namespace onnxc::runtime

#endif
