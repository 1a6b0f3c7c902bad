//===- CheckModel.cpp - onnx's checker over a model ---------------------------------===//
#include "Graph/Model/CheckModel.h"
#include "Graph/Model/Model.h"
#include "onnx/checker.h"
#include "onnx/shape_inference/implementation.h"

#include <algorithm>
#include <stdexcept>

namespace onnxc::graph {

Status checkModel(const onnx::ModelProto &model, bool full) {
  std::string message;
  try {
    // The checker has no inputs of unknown rank; ONNX and the runtimes do. They are checked with a shape, and inferred
    // without.
    onnx::ModelProto copy;
    const auto &inputs = model.graph().input();
    bool hasShapes = std::all_of(inputs.begin(), inputs.end(), [](const onnx::ValueInfoProto &info) {
      return !info.type().has_tensor_type() || info.type().tensor_type().has_shape();
    });
    if (!hasShapes) {
      copy = model;
      for (onnx::ValueInfoProto &info : *copy.mutable_graph()->mutable_input())
        if (info.type().has_tensor_type())
          info.mutable_type()->mutable_tensor_type()->mutable_shape();
    }
    onnx::checker::check_model(hasShapes ? model : copy, full && hasShapes);
    if (full && !hasShapes) {
      copy = model;
      onnx::shape_inference::InferShapes(copy, onnx::OpSchemaRegistry::Instance(),
                                         onnx::ShapeInferenceOptions(true, 1, false));
    }
    return std::nullopt;
  } catch (const std::runtime_error &error) {
    message = error.what();
  } catch (const std::logic_error &error) {
    message = error.what();
  }
  return Error{ErrorId::Internal, "onnx's checker refuses the model: " + message, -1, {}};
}

} // namespace onnxc::graph
