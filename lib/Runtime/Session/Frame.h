//===- Frame.h - A function whose body runs -------------------------------===//
#ifndef ONNXC_RUNTIME_FRAME_H
#define ONNXC_RUNTIME_FRAME_H

#include "Graph/Building/Control.h"
#include "Runtime/Guards/FactLog.h"
#include "Runtime/Values/Value.h"
#include <memory>
#include <unordered_map>
#include <vector>

namespace onnxc::runtime {

/// A function whose body runs now, or the main graph.
struct Frame {
  /// `region`: of the body.
  Frame(std::shared_ptr<graph::Function> function, uint64_t region);
  Frame(const Frame &) = delete;

  std::shared_ptr<graph::Function> function;
  graph::Builder builder;
  graph::Control control{builder};
  graph::QuestionHook hook;
  /// Null for the main graph, which no call reuses: nothing is logged there.
  std::unique_ptr<FactLog> log;
  /// Alive regions: the body, then the nested graphs that are being built.
  std::vector<uint64_t> regions;
  /// Captured tensors, which the body uses as they are, and the formals that stand for them.
  std::unordered_map<const ValueImpl *, graph::Value *> captures;
  /// Constant nodes made of constants that belong to no graph; the handle keeps the key alive.
  struct Made {
    Handle handle;
    graph::Value *value;
    uint64_t region;
  };
  std::unordered_map<const ValueImpl *, Made> constants;
  size_t scopeBase = 0; ///< scopes that were open when the body began are the caller's

  bool isAlive(uint64_t region) const;
};

} // namespace onnxc::runtime

#endif
