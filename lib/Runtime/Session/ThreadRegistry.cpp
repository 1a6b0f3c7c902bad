//===- ThreadRegistry.cpp - What a thread has open ------------------------===//
#include "Runtime/Session/ThreadRegistry.h"

namespace onnxc::runtime {

ThreadRegistry &threadRegistry() {
  thread_local ThreadRegistry registry;
  return registry;
}

} // namespace onnxc::runtime
