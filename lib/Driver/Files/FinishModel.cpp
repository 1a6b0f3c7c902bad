#include "Driver/Files/FinishModel.h"

#include "Driver/Options/Failure.h"
#include "Graph/IR/Protos.h"
#include "Graph/Model/Inline.h"

namespace onnxc::driver {

void inlineFunctions(onnx::ModelProto &model, int64_t limit) {
  graph::Status error = graph::inlineModel(model, {limit});
  if (!error)
    return;
  if (error->id == graph::ErrorId::TooLarge)
    throw Failure::source(error->message + " ('--inline-limit')");
  throw Failure::source("the functions cannot be inlined: " + error->message);
}

void restrictToIrVersion(onnx::ModelProto &model) {
  if (model.ir_version() >= 10)
    return;
  auto clear = [](onnx::NodeProto &node) { node.clear_metadata_props(); };
  for (onnx::FunctionProto &function : *model.mutable_functions()) {
    if (!function.overload().empty())
      throw Failure::usage("function '" + function.name() + "' has overloads, which need '--ir-version=10' or newer");
    function.clear_value_info();
    function.clear_metadata_props();
    graph::forEachNode(*function.mutable_node(), clear);
  }
  graph::forEachNode(*model.mutable_graph()->mutable_node(), clear);
}

} // namespace onnxc::driver
