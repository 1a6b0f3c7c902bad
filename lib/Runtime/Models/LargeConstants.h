//===- LargeConstants.h - Weights are not copied more often than needed ---===//
#ifndef ONNXC_RUNTIME_LARGECONSTANTS_H
#define ONNXC_RUNTIME_LARGECONSTANTS_H

#include "Graph/IR/Graph.h"

namespace onnxc::runtime {

/// While it lives, the large constants of a graph are without their data, so that the graph can be copied cheaply.
/// Types and shapes stay.
class LargeConstants {
public:
  explicit LargeConstants(graph::Graph &graph);
  /// Gives the data back to the graph.
  ~LargeConstants();
  LargeConstants(const LargeConstants &) = delete;

  /// Gives a model that was made of the graph, or of a copy, its data.
  void fill(onnx::GraphProto &graph) const;

private:
  struct Taken {
    onnx::TensorProto *owner;
    std::string data;
    std::string doc;
  };
  std::vector<Taken> taken;
};

} // namespace onnxc::runtime

#endif
