//===- Model.h - Models with the closure of called functions ------------------===//
#ifndef ONNXC_GRAPH_MODEL_H
#define ONNXC_GRAPH_MODEL_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"
#include "Graph/Passes/Finish.h"
#include "Graph/Passes/Serialize.h"
#include <unordered_set>

namespace onnxc::graph {

struct ModelOptions {
  int64_t opset = 0; ///< 0: the functions' own (20 if none)
  int64_t irVersion = 10;
  std::string producerVersion;
  FinishOptions finish;
};

/// All functions that these call, callees first, each once, in a deterministic order.
std::vector<const Function *> closure(const std::vector<const Function *> &roots);

/// A model with no graph nodes that holds these functions and all that they call.
Result<onnx::ModelProto> libraryModel(const std::vector<const Function *> &functions, const ModelOptions &options);

/// A model from a graph that was built as a Function's body (the tracer's ModelBuilder) and finished: its body becomes
/// the main graph. Outputs without a known element type are an error.
Result<onnx::ModelProto> graphModel(const Function &graph, const ModelOptions &options);

/// The graph of graphModel() alone.
Result<onnx::GraphProto> graphProto(const Function &graph, const FinishOptions &options = {});

/// What a model whose graph is there still needs to be run: moveOverloadsIntoNames() and completeOutputShapes(). All
/// functions above that make runnable models do so.
Status completeModel(onnx::ModelProto &model);

/// Constant nodes of the graph whose values have these names, and are no outputs, become initialisers.
void makeInitializers(onnx::GraphProto &graph, const std::unordered_set<std::string> &names);

} // namespace onnxc::graph

#endif
