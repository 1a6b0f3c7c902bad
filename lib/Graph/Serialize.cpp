//===- Serialize.cpp - Functions as FunctionProto --------------------------------===//
#include "Serialize.h"

namespace onnxc::graph {

namespace {

using google::protobuf::RepeatedPtrField;

void addProperty(RepeatedPtrField<onnx::StringStringEntryProto> &properties, const std::string &key,
                 const std::string &value) {
  onnx::StringStringEntryProto *property = properties.Add();
  property->set_key(key);
  property->set_value(value);
}

bool isLoopCounterOrCondition(const Value &value) {
  const Node *owner = value.graph->owner;
  return !value.producer && value.index < 2 && owner && owner->domain.empty() && owner->opType == "Loop";
}

/// Element types only: shapes of nested graphs may differ from iteration to iteration. ONNX Runtime wants those of a
/// loop's counter and condition.
void setNestedType(const Value &value, onnx::ValueInfoProto &info) {
  info.set_name(value.name);
  Type type = finalType(value);
  if (!isLoopCounterOrCondition(value))
    type.shape.reset();
  if (type.kind == Type::Kind::Other || (type.kind != Type::Kind::Unknown && type.elem.isKnown()))
    writeProto(type, *info.mutable_type());
}

void writeGraph(const Graph &graph, onnx::GraphProto &proto, const FinishOptions &options) {
  proto.set_name(graph.name);
  for (const auto &input : graph.inputs)
    setNestedType(*input, *proto.add_input());
  for (const Value *output : graph.outputs)
    setNestedType(*output, *proto.add_output());
  addNodes(graph, *proto.mutable_node(), options);
}

void writeNode(const Node &node, onnx::NodeProto &proto, const FinishOptions &options) {
  proto.set_name(node.name);
  if (!node.domain.empty())
    proto.set_domain(node.domain);
  proto.set_op_type(node.opType);
  if (!node.overload.empty())
    proto.set_overload(node.overload);
  for (const Value *input : node.inputs)
    proto.add_input(input ? input->name : std::string());
  while (proto.input_size() && proto.input(proto.input_size() - 1).empty())
    proto.mutable_input()->RemoveLast();
  for (const auto &output : node.outputs)
    proto.add_output(output->name);
  while (proto.output_size() && proto.output(proto.output_size() - 1).empty())
    proto.mutable_output()->RemoveLast();
  for (const Attribute &attribute : node.attributes) {
    onnx::AttributeProto *out = proto.add_attribute();
    *out = attribute.proto;
    if (attribute.graph)
      writeGraph(*attribute.graph, *out->mutable_g(), options);
  }
  if (node.scope && !node.scope->empty())
    addProperty(*proto.mutable_metadata_props(), "onnxc.scope", *node.scope);
  if (options.sourceOf && node.location)
    if (std::string source = options.sourceOf(node.location); !source.empty())
      addProperty(*proto.mutable_metadata_props(), "onnxc.source", source);
}

void addInfo(const Value &value, RepeatedPtrField<onnx::ValueInfoProto> &infos) {
  Type type = finalType(value);
  bool isKnown = type.kind == Type::Kind::Other || (type.kind != Type::Kind::Unknown && type.elem.isKnown());
  if (value.name.empty() || !isKnown)
    return;
  onnx::ValueInfoProto *info = infos.Add();
  info->set_name(value.name);
  writeProto(type, *info->mutable_type());
}

} // namespace

Type finalType(const Value &value) {
  Type type = value.type;
  if (!value.typeKnown)
    type.kind = Type::Kind::Unknown;
  type.elem = value.graph->function->typeVars.resolve(type.elem);
  return type;
}

void addNodes(const Graph &graph, RepeatedPtrField<onnx::NodeProto> &nodes, const FinishOptions &options) {
  nodes.Reserve(static_cast<int>(graph.nodes.size()));
  for (const auto &node : graph.nodes)
    writeNode(*node, *nodes.Add(), options);
}

void addValueInfo(const Graph &graph, RepeatedPtrField<onnx::ValueInfoProto> &infos,
                  const std::function<bool(const Value &)> &skip) {
  for (const auto &node : graph.nodes)
    for (const auto &output : node->outputs)
      if (!skip || !skip(*output))
        addInfo(*output, infos);
}

onnx::FunctionProto toProto(const Function &function, const FinishOptions &options) {
  onnx::FunctionProto proto;
  proto.set_name(function.name);
  proto.set_domain(function.domain);
  if (!function.overload.empty())
    proto.set_overload(function.overload);
  if (!function.doc.empty())
    proto.set_doc_string(function.doc);
  for (const auto &input : function.body.inputs)
    proto.add_input(input->name);
  for (const Value *output : function.body.outputs)
    proto.add_output(output->name);
  for (const AttributeParam &param : function.attributes) {
    if (param.defaultValue) {
      onnx::AttributeProto *attribute = proto.add_attribute_proto();
      *attribute = *param.defaultValue;
      attribute->set_name(param.name);
    } else {
      proto.add_attribute(param.name);
    }
  }
  onnx::OperatorSetIdProto *standard = proto.add_opset_import();
  standard->set_domain("");
  standard->set_version(function.opset);
  // A FunctionProto has no version of its own: only an import of its domain can say it, and 1 needs no saying.
  std::map<std::string, int64_t> imports = function.opsetImports;
  if (function.version != 1)
    imports.emplace(function.domain, function.version);
  for (const auto &[domain, version] : imports) {
    if (domain.empty())
      continue;
    onnx::OperatorSetIdProto *import = proto.add_opset_import();
    import->set_domain(domain);
    import->set_version(version);
  }
  addNodes(function.body, *proto.mutable_node(), options);
  for (const auto &input : function.body.inputs)
    addInfo(*input, *proto.mutable_value_info());
  addValueInfo(function.body, *proto.mutable_value_info(), nullptr);
  for (const auto &[key, value] : function.metadata)
    addProperty(*proto.mutable_metadata_props(), key, value);
  return proto;
}

} // namespace onnxc::graph
