#include "Link/Link.h"

#include "onnx/shape_inference/implementation.h"

#include <exception>

namespace onnxc::link {

std::string makeMainGraph(onnx::ModelProto &model, const onnx::FunctionProto &function,
                          const std::vector<const onnx::TypeProto *> &inputs,
                          const std::vector<onnx::AttributeProto> &attributes) {
  onnx::GraphProto graph;
  graph.set_name(function.name());
  onnx::NodeProto *call = graph.add_node();
  call->set_name(function.name());
  call->set_op_type(function.name());
  call->set_domain(function.domain());
  if (!function.overload().empty())
    call->set_overload(function.overload());
  for (int i = 0; i < function.input_size(); ++i) {
    if (!inputs[static_cast<std::size_t>(i)]) {
      call->add_input("");
      continue;
    }
    call->add_input(function.input(i));
    onnx::ValueInfoProto *input = graph.add_input();
    input->set_name(function.input(i));
    *input->mutable_type() = *inputs[static_cast<std::size_t>(i)];
  }
  while (call->input_size() > 0 && call->input(call->input_size() - 1).empty())
    call->mutable_input()->RemoveLast();
  for (const std::string &output : function.output()) {
    call->add_output(output);
    graph.add_output()->set_name(output);
  }
  for (const onnx::AttributeProto &attribute : attributes)
    *call->add_attribute() = attribute;
  *model.mutable_graph() = std::move(graph);
  bool imported = false;
  for (const onnx::OperatorSetIdProto &import : model.opset_import())
    imported = imported || import.domain() == function.domain();
  if (!imported) {
    onnx::OperatorSetIdProto *import = model.add_opset_import();
    import->set_domain(function.domain());
    import->set_version(1);
  }
  try {
    onnx::shape_inference::InferShapes(model);
  } catch (const std::exception &error) {
    return error.what();
  }
  for (const onnx::ValueInfoProto &output : model.graph().output())
    if (!output.has_type())
      return "the type of output '" + output.name() + "' of '" + function.name() + "' is not known";
  return {};
}

} // namespace onnxc::link
