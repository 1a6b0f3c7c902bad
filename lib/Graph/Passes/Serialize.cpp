//===- Serialize.cpp - Functions as FunctionProto --------------------------------===//
#include "Graph/Passes/Serialize.h"
#include "Schema/Schema.h"

#include <unordered_map>

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

/// What a Scan's body gives has one shape in all iterations, and ONNX Runtime wants to know its rank.
bool isInScan(const Graph &graph) {
  return graph.owner && graph.owner->domain.empty() && graph.owner->opType == "Scan";
}

/// Element types only: shapes of nested graphs may differ from iteration to iteration. ONNX Runtime wants those of a
/// loop's counter and condition.
Type nestedType(const Value &value, bool keepsRank) {
  Type type = finalType(value);
  if (isLoopCounterOrCondition(value))
    return type;
  if (!keepsRank)
    type.shape.reset();
  for (size_t i = 0; type.shape && i < type.shape->size(); ++i)
    (*type.shape)[i].symbol.clear(); // the names of another graph
  return type;
}

void setNestedType(const Value &value, onnx::ValueInfoProto &info, bool keepsRank = false) {
  info.set_name(value.name);
  Type type = nestedType(value, keepsRank);
  if (type.kind == Type::Kind::Other || (type.kind != Type::Kind::Unknown && type.elem.isKnown()))
    writeProto(type, *info.mutable_type());
}

void writeGraph(const Graph &graph, onnx::GraphProto &proto, const FinishOptions &options) {
  proto.set_name(graph.name);
  for (const auto &input : graph.inputs)
    setNestedType(*input, *proto.add_input());
  for (const Value *output : graph.outputs)
    setNestedType(*output, *proto.add_output(), isInScan(graph));
  addNodes(graph, *proto.mutable_node(), options);
}

/// The source line of a node that was built here is known better than what an imported one says.
void writeMetadata(const Node &node, onnx::NodeProto &proto, const FinishOptions &options) {
  std::string source = options.sourceOf && node.location ? options.sourceOf(node.location) : std::string();
  if (node.scope && !node.scope->empty())
    addProperty(*proto.mutable_metadata_props(), "onnxc.scope", *node.scope);
  if (options.markNumbers && node.givesNumber)
    addProperty(*proto.mutable_metadata_props(), "onnxc.number", "");
  if (!source.empty())
    addProperty(*proto.mutable_metadata_props(), "onnxc.source", source);
  if (!node.imported)
    return;
  for (const onnx::StringStringEntryProto &entry : node.imported->metadata_props())
    if (source.empty() || entry.key() != "onnxc.source")
      *proto.add_metadata_props() = entry;
  if (!node.imported->doc_string().empty())
    proto.set_doc_string(node.imported->doc_string());
  *proto.mutable_device_configurations() = node.imported->device_configurations();
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
  int needed = node.schema ? node.schema->min_input() : 0; // a Loop must name both its trip count and its condition
  while (proto.input_size() > needed && proto.input(proto.input_size() - 1).empty())
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
  writeMetadata(node, proto, options);
}

void addInfo(const Value &value, const Type &type, RepeatedPtrField<onnx::ValueInfoProto> &infos) {
  bool isKnown = type.kind == Type::Kind::Other || (type.kind != Type::Kind::Unknown && type.elem.isKnown());
  if (value.name.empty() || !isKnown)
    return;
  onnx::ValueInfoProto *info = infos.Add();
  info->set_name(value.name);
  writeProto(type, *info->mutable_type());
}

std::string optionalNames(const Function &function) {
  std::string names;
  auto add = [&](const std::string &name) { names += (names.empty() ? "" : " ") + name; };
  for (unsigned index : function.optionalInputs)
    add(function.body.inputs[index]->name);
  for (const AttributeParam &param : function.attributes)
    if (param.optional)
      add(param.name);
  return names;
}

} // namespace

Type finalType(const Value &value) {
  Type type = value.type;
  if (!value.typeKnown)
    type.kind = Type::Kind::Unknown;
  type.elem = value.graph->function->typeVars.resolve(type.elem);
  return type;
}

Type outputType(const Function &function, size_t index) {
  Type type = finalType(*function.body.outputs[index]);
  if (index >= function.declaredOutputs.size() || function.declaredOutputs[index].kind == Type::Kind::Unknown)
    return type;
  const Type &declared = function.declaredOutputs[index];
  if (type.kind == Type::Kind::Unknown)
    type.kind = declared.kind;
  if (!type.elem.isKnown())
    type.elem = function.typeVars.resolve(declared.elem);
  if (!declared.shape || (type.shape && type.shape->size() != declared.shape->size()))
    return type;
  if (!type.shape)
    type.shape = Shape(declared.shape->size());
  for (size_t i = 0; i < declared.shape->size(); ++i)
    if (!(*type.shape)[i].isKnown() && (*declared.shape)[i] != Dim())
      (*type.shape)[i] = (*declared.shape)[i];
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
        addInfo(*output, finalType(*output), infos);
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
    addInfo(*input, finalType(*input), *proto.mutable_value_info());
  std::unordered_map<const Value *, size_t> outputs;
  for (size_t i = 0; i < function.body.outputs.size(); ++i)
    outputs.emplace(function.body.outputs[i], i);
  for (const auto &node : function.body.nodes)
    for (const auto &output : node->outputs) {
      auto place = outputs.find(output.get());
      Type type = place == outputs.end() ? finalType(*output) : outputType(function, place->second);
      addInfo(*output, type, *proto.mutable_value_info());
    }
  if (std::string names = optionalNames(function); !names.empty())
    addProperty(*proto.mutable_metadata_props(), optionalKey, names);
  for (const auto &[key, value] : function.metadata)
    addProperty(*proto.mutable_metadata_props(), key, value);
  return proto;
}

} // namespace onnxc::graph
