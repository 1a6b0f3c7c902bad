//===- ThreadRegistry.h - What a thread has open --------------------------===//
#ifndef ONNXC_RUNTIME_THREADREGISTRY_H
#define ONNXC_RUNTIME_THREADREGISTRY_H

#include <memory>
#include <string>
#include <vector>

namespace onnxc::runtime {

class Session;

/// What a thread has open: operators without tensors, scopes and `inlined` know nothing else of where they are.
struct ThreadRegistry {
  std::vector<std::weak_ptr<Session>> sessions; ///< that it made or used, the last one at the end
  std::vector<std::string> scopes;              ///< each an onnxc::Scope that lives
  bool inlineNext = false;                      ///< onnxc::inlined: the next call of an annotated function is flattened
};

/// That of this thread.
ThreadRegistry &threadRegistry();

} // namespace onnxc::runtime

#endif
