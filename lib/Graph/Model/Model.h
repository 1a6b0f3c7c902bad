//===- Model.h - Models with the closure of called functions ------------------===//
#ifndef ONNXC_GRAPH_MODEL_H
#define ONNXC_GRAPH_MODEL_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"
#include "Graph/Passes/Finish.h"
#include <set>
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

/// A model from a graph that was built as a Function's body (the tracer's ModelBuilder) and finished: its body becomes
/// the main graph. Outputs without a known element type are an error.
Result<onnx::ModelProto> graphModel(const Function &graph, const ModelOptions &options);

/// The graph of graphModel() alone.
Result<onnx::GraphProto> graphProto(const Function &graph, const FinishOptions &options = {});

/// What a model whose graph is there still needs to be run: moveOverloadsIntoNames() and completeOutputShapes(). All
/// functions above that make runnable models do so.
Status completeModel(onnx::ModelProto &model);

/// Functions with an overload that other functions call get it into their name, `reduce<0, 2>`: ONNX Runtime 1.32 can't
/// load them otherwise.
void moveOverloadsIntoNames(onnx::ModelProto &model);

/// Gives each output of the graph a shape: as onnx infers it, else the empty one.
Status completeOutputShapes(onnx::ModelProto &model);

/// Constant nodes of the graph whose values have these names, and are no outputs, become initialisers.
void makeInitializers(onnx::GraphProto &graph, const std::unordered_set<std::string> &names);

/// onnx's checker (full) over the finished model; an Error means a bug of ours.
Status checkModel(const onnx::ModelProto &model, bool full = true);

/// The elements of `tensor` become raw_data; false for strings, which cannot.
bool makeRaw(onnx::TensorProto &tensor);

/// Deterministic bytes to a temporary name in the same folder, then renamed. With `externalData`, initialisers and
/// constants above `threshold` bytes go to that file beside the model. Returns an error text (folder missing, disk
/// full, > 2 GB ...).
std::optional<std::string> save(const onnx::ModelProto &model, const std::string &path,
                                const std::string &externalData = {}, int64_t threshold = 1024);

} // namespace onnxc::graph

#endif
