//===- OutputShapes.cpp - Shapes of a model's outputs ---------------------------------===//
//
// onnx's checker wants a shape for each output of a model, and there is none for "any rank". An output of which no one
// knows the rank is declared with the empty shape: runtimes give what they compute, and say so at most in a warning.
//
//===------------------------------------------------------------------------===//
#include "Graph/Model/OutputShapes.h"
#include "Graph/IR/Protos.h"
#include "Graph/Inference/NodeInference.h"
#include "Graph/Model/Model.h"
#include "onnx/shape_inference/implementation.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

namespace onnxc::graph {

namespace {

bool lacksShape(const onnx::ValueInfoProto &info) {
  return info.type().has_tensor_type() && !info.type().tensor_type().has_shape();
}

Result<onnx::ModelProto> inferByOnnx(onnx::ModelProto model) {
  std::string message;
  try {
    onnx::shape_inference::InferShapes(model);
  } catch (const std::runtime_error &error) {
    message = error.what();
  } catch (const std::logic_error &error) {
    message = error.what();
  }
  if (!message.empty())
    return Error{ErrorId::Internal, "onnx's inference refuses the model: " + message, -1, {}};
  return model;
}

/// Values that computed outputs of unknown rank. ONNX Runtime believes the empty shape where it goes on to infer
/// types, and then allocates scalars for results of If and Loop: what else the graph computes must not be made of a
/// value that is declared so.
class UnknownRanks {
public:
  explicit UnknownRanks(onnx::GraphProto &graph) : graph(graph) {
    for (const onnx::ValueInfoProto &input : graph.input())
      names.insert(input.name());
    forEachNode(*graph.mutable_node(), [&](const onnx::NodeProto &node) {
      names.insert(node.name());
      names.insert(node.output().begin(), node.output().end());
      read.insert(node.input().begin(), node.input().end());
    });
  }

  /// Gives the output a value of its own where another reads it.
  void separate(const std::string &output) {
    for (onnx::NodeProto &node : *graph.mutable_node())
      for (std::string &made : *node.mutable_output())
        if (made == output && (read.contains(output) || isCall(node)))
          return insertIdentity(made);
  }

private:
  /// Runtimes put the bodies of functions, which may read their own results, in place of their calls.
  static bool isCall(const onnx::NodeProto &node) { return !node.domain().empty(); }

  void insertIdentity(std::string &made) {
    const std::string output = made, value = freeName(output + "_value");
    made = value;
    forEachNode(*graph.mutable_node(), [&](onnx::NodeProto &node) {
      std::replace(node.mutable_input()->begin(), node.mutable_input()->end(), output, value);
    });
    onnx::NodeProto &identity = *graph.add_node();
    identity.set_name(freeName(output + "_Identity"));
    identity.set_op_type("Identity");
    identity.add_input(value);
    identity.add_output(output);
  }

  std::string freeName(const std::string &wanted) {
    std::string name = wanted;
    for (int i = 1; !names.insert(name).second; ++i)
      name = wanted + "_" + std::to_string(i);
    return name;
  }

  onnx::GraphProto &graph;
  std::unordered_set<std::string> names, read;
};

} // namespace

Status completeOutputShapes(onnx::ModelProto &model) {
  onnx::GraphProto &graph = *model.mutable_graph();
  auto &outputs = *graph.mutable_output();
  if (std::none_of(outputs.begin(), outputs.end(), lacksShape))
    return std::nullopt;
  Result<onnx::ModelProto> inferred = inferByOnnx(model);
  if (!inferred)
    return inferred.error();
  UnknownRanks unknown(graph);
  for (int i = 0; i < outputs.size(); ++i) {
    if (!lacksShape(outputs[i]))
      continue;
    const onnx::TypeProto_Tensor &found = inferred->graph().output(i).type().tensor_type();
    *outputs[i].mutable_type()->mutable_tensor_type()->mutable_shape() = found.shape();
    if (!found.has_shape())
      unknown.separate(outputs[i].name());
  }
  return std::nullopt;
}

} // namespace onnxc::graph
