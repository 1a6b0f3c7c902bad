//===- MainGraph.h - Graphs that call a function ---------------------------===//
#ifndef ONNXC_GRAPH_MAINGRAPH_H
#define ONNXC_GRAPH_MAINGRAPH_H

#include "Graph/Model/Model.h"
#include <set>

namespace onnxc::graph {

/// A call that a model's graph is to make. `inputs` types the function's inputs (declared types where absent in the
/// list). `attributes` bind attribute parameters (defaults otherwise; error when required).
struct MainCall {
  const Function *main = nullptr;
  std::vector<std::optional<Type>> inputs;
  std::vector<onnx::AttributeProto> attributes;
  std::set<unsigned> omitted; ///< optional inputs that are not given: they leave the graph's inputs
};

/// The graph that makes the call, with the names of the function, its inputs and its outputs. It is finished.
Result<std::shared_ptr<Function>> mainGraph(const MainCall &call);

/// A runnable model: its graph is mainGraph().
Result<onnx::ModelProto> mainModel(const MainCall &call, const ModelOptions &options);

/// Gives a model that has the called function, and all that this calls, such a graph.
Status addMainGraph(onnx::ModelProto &model, const MainCall &call);

} // namespace onnxc::graph

#endif
