//===- ValueHashes.h - The same number for a value in every trace ---------===//
#ifndef ONNXC_RUNTIME_VALUEHASHES_H
#define ONNXC_RUNTIME_VALUEHASHES_H

#include "Graph/IR/Graph.h"
#include <unordered_map>

namespace onnxc::runtime {

/// A value is what computes it: its hash is the same in every trace of the same body.
class ValueHashes {
public:
  /// A nested graph is built next. Its inputs are known by its place among the graphs of the body.
  void enter(const graph::Graph &graph) { graphs[&graph] = ++graphCount; }
  /// How many nested graphs were entered.
  size_t entered() const { return graphCount; }
  /// Graphs died: what is remembered by address is not true any more, but for the first `count` nested graphs.
  void forget(size_t count);

  uint64_t of(const graph::Value *value);

private:
  uint64_t of(const graph::Node *node);
  uint64_t of(const graph::Graph &graph, uint64_t hash);

  std::unordered_map<const graph::Graph *, size_t> graphs;
  size_t graphCount = 0;
  std::unordered_map<const graph::Node *, uint64_t> hashes;
};

} // namespace onnxc::runtime

#endif
