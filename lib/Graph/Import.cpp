//===- Import.cpp - From protobuf to a graph in memory -------------------------===//
#include "Import.h"
#include "Schema/Schema.h"
#include <unordered_map>

namespace onnxc::graph {

namespace {

class Importer {
public:
  Importer(const onnx::FunctionProto &proto, const ImportOptions &options)
      : proto(proto), options(options), function(std::make_shared<Function>()) {}

  Result<std::shared_ptr<Function>> run();

private:
  using Values = std::unordered_map<std::string, Value *>;

  Status addNode(const onnx::NodeProto &node, Graph &graph, Values &values);
  Status findOperator(const onnx::NodeProto &from, Node &node);
  Result<std::unique_ptr<Graph>> addGraph(const onnx::GraphProto &graph, Graph &parent, const Values &outer);
  void addAttributes();
  Status unknown(const std::string &name, const onnx::NodeProto &node) {
    return Error{ErrorId::Internal,
                 "node '" + node.op_type() + "' of function '" + proto.name() + "' reads '" + name +
                     "', which nothing makes",
                 -1,
                 {}};
  }
  int64_t ownOpset(const std::string &domain) const {
    for (const onnx::OperatorSetIdProto &import : proto.opset_import())
      if (schema::canonicalDomain(import.domain()) == schema::canonicalDomain(domain))
        return import.version();
    return 0;
  }

  const onnx::FunctionProto &proto;
  const ImportOptions &options;
  std::shared_ptr<Function> function;
  std::unordered_map<std::string, const onnx::TypeProto *> types;
};

void Importer::addAttributes() {
  for (const std::string &name : proto.attribute()) {
    AttributeParam param;
    param.name = name;
    function->attributes.push_back(std::move(param));
  }
  for (const onnx::AttributeProto &attribute : proto.attribute_proto()) {
    AttributeParam param;
    param.name = attribute.name();
    param.type = attribute.type();
    param.defaultValue = attribute;
    function->attributes.push_back(std::move(param));
  }
}

Status Importer::findOperator(const onnx::NodeProto &from, Node &node) {
  int64_t own = ownOpset(node.domain);
  int64_t opset = node.domain.empty() ? function->opset : own;
  node.schema = schema::find(node.domain, node.opType, static_cast<int>(opset));
  if (!node.schema) {
    if (node.domain.empty())
      return Error{ErrorId::UnknownOperator,
                   "opset " + std::to_string(opset) + " has no operator '" + from.op_type() + "', which function '" +
                       proto.name() + "' uses",
                   -1,
                   {}};
    node.sinceVersion = static_cast<int>(std::max<int64_t>(own, 1));
    return std::nullopt;
  }
  node.sinceVersion = node.schema->SinceVersion();
  const schema::OpSchema *before = schema::find(node.domain, node.opType, static_cast<int>(own));
  if (before && before->SinceVersion() != node.sinceVersion)
    return Error{ErrorId::WrongOpset,
                 "function '" + proto.name() + "' is made for opset " + std::to_string(own) + " and uses version " +
                     std::to_string(before->SinceVersion()) + " of '" + from.op_type() + "', but opset " +
                     std::to_string(opset) + " has version " + std::to_string(node.sinceVersion),
                 -1,
                 {}};
  return std::nullopt;
}

Status Importer::addNode(const onnx::NodeProto &from, Graph &graph, Values &values) {
  auto node = std::make_unique<Node>();
  node->domain = schema::canonicalDomain(from.domain());
  node->opType = from.op_type();
  node->overload = from.overload();
  for (const std::string &name : from.input()) {
    if (name.empty()) {
      node->inputs.push_back(nullptr);
      continue;
    }
    auto found = values.find(name);
    if (found == values.end())
      return unknown(name, from);
    node->inputs.push_back(found->second);
  }
  if (options.resolve) {
    Result<const Function *> callee = options.resolve(from.domain(), from.op_type(), from.overload());
    if (!callee)
      return callee.error();
    node->callee = *callee;
  }
  if (!node->callee)
    if (Status status = findOperator(from, *node))
      return status;
  Node *added = graph.addNode(std::move(node));
  for (const onnx::AttributeProto &attribute : from.attribute()) {
    Attribute copy;
    if (attribute.has_g()) {
      copy.proto.set_name(attribute.name());
      copy.proto.set_type(attribute.type());
      Result<std::unique_ptr<Graph>> nested = addGraph(attribute.g(), graph, values);
      if (!nested)
        return nested.error();
      copy.graph = std::move(*nested);
      copy.graph->owner = added;
    } else {
      copy.proto = attribute;
    }
    added->attributes.push_back(std::move(copy));
  }
  for (const std::string &name : from.output()) {
    auto value = std::make_unique<Value>();
    value->producer = added;
    value->index = static_cast<unsigned>(added->outputs.size());
    value->graph = &graph;
    value->hint = name;
    value->type.kind = Type::Kind::Unknown;
    if (!name.empty())
      values[name] = value.get();
    added->outputs.push_back(std::move(value));
  }
  for (const onnx::StringStringEntryProto &entry : from.metadata_props())
    if (entry.key() == "onnxc.scope")
      added->scope = std::make_shared<const std::string>(entry.value());
  return std::nullopt;
}

Result<std::unique_ptr<Graph>> Importer::addGraph(const onnx::GraphProto &from, Graph &parent, const Values &outer) {
  auto graph = std::make_unique<Graph>(*function, &parent);
  graph->name = from.name();
  Values values = outer;
  for (const onnx::ValueInfoProto &input : from.input()) {
    Type type = input.has_type() ? fromProto(input.type()) : Type::tensor(ElemType());
    values[input.name()] = graph->addInput(input.name(), std::move(type));
  }
  for (const onnx::TensorProto &initializer : from.initializer()) {
    onnx::NodeProto constant;
    constant.set_op_type("Constant");
    constant.add_output(initializer.name());
    onnx::AttributeProto *value = constant.add_attribute();
    value->set_name("value");
    value->set_type(onnx::AttributeProto::TENSOR);
    *value->mutable_t() = initializer;
    if (Status status = addNode(constant, *graph, values))
      return *status;
  }
  for (const onnx::NodeProto &node : from.node())
    if (Status status = addNode(node, *graph, values))
      return *status;
  for (const onnx::ValueInfoProto &output : from.output()) {
    auto found = values.find(output.name());
    if (found == values.end())
      return Error{
          ErrorId::Internal, "nothing makes the output '" + output.name() + "' of graph '" + from.name() + "'", -1, {}};
    graph->outputs.push_back(found->second);
    graph->outputHints.push_back(output.name());
  }
  return graph;
}

Result<std::shared_ptr<Function>> Importer::run() {
  function->domain = proto.domain();
  function->name = proto.name();
  function->overload = proto.overload();
  function->doc = proto.doc_string();
  function->opset = options.opset ? options.opset : ownOpset("");
  if (!function->opset)
    function->opset = schema::newestOpset("");
  for (const onnx::OperatorSetIdProto &import : proto.opset_import())
    if (!schema::canonicalDomain(import.domain()).empty())
      function->opsetImports[import.domain()] = import.version();
  if (auto own = function->opsetImports.find(proto.domain()); own != function->opsetImports.end())
    function->version = own->second;
  for (const onnx::StringStringEntryProto &entry : proto.metadata_props())
    function->metadata.emplace_back(entry.key(), entry.value());
  for (const onnx::ValueInfoProto &info : proto.value_info())
    types[info.name()] = &info.type();
  addAttributes();
  Values values;
  for (const std::string &name : proto.input()) {
    auto type = types.find(name);
    values[name] =
        function->body.addInput(name, type == types.end() ? Type::tensor(ElemType()) : fromProto(*type->second));
  }
  for (const onnx::NodeProto &node : proto.node())
    if (Status status = addNode(node, function->body, values))
      return *status;
  for (const std::string &name : proto.output()) {
    auto found = values.find(name);
    if (found == values.end())
      return Error{
          ErrorId::Internal, "nothing makes the output '" + name + "' of function '" + proto.name() + "'", -1, {}};
    function->body.outputs.push_back(found->second);
    function->outputNames.push_back(name);
  }
  return function;
}

/// Copies a graph and those nested in it.
class Cloner {
public:
  Cloner(Function &to, const std::function<const Function *(const Function *)> &callees) : to(to), callees(callees) {}

  void copy(const Graph &from, Graph &graph) {
    graph.name = from.name;
    graph.outputHints = from.outputHints;
    for (const auto &input : from.inputs)
      values[input.get()] = graph.addInput(input->hint, input->type);
    for (const auto &node : from.nodes)
      copyNode(*node, graph);
    for (const Value *output : from.outputs)
      graph.outputs.push_back(values.at(output));
  }

private:
  void copyNode(const Node &from, Graph &graph) {
    auto node = std::make_unique<Node>();
    node->domain = from.domain;
    node->opType = from.opType;
    node->overload = from.overload;
    node->sinceVersion = from.sinceVersion;
    node->schema = from.schema;
    node->callee = from.callee && callees ? callees(from.callee) : from.callee;
    node->location = from.location;
    node->scope = from.scope;
    for (const Value *input : from.inputs)
      node->inputs.push_back(input ? values.at(input) : nullptr);
    Node *added = graph.addNode(std::move(node));
    for (const Attribute &attribute : from.attributes) {
      Attribute &copied = added->attributes.emplace_back();
      copied.proto = attribute.proto;
      if (!attribute.graph)
        continue;
      copied.graph = std::make_unique<Graph>(to, &graph);
      copied.graph->owner = added;
      copy(*attribute.graph, *copied.graph);
    }
    for (const auto &output : from.outputs) {
      auto value = std::make_unique<Value>();
      value->producer = added;
      value->index = output->index;
      value->graph = &graph;
      value->hint = output->hint;
      value->type = output->type;
      value->typeKnown = output->typeKnown;
      values[output.get()] = value.get();
      added->outputs.push_back(std::move(value));
    }
  }

  Function &to;
  const std::function<const Function *(const Function *)> &callees;
  std::unordered_map<const Value *, Value *> values;
};

} // namespace

Result<std::shared_ptr<Function>> importFunction(const onnx::FunctionProto &proto, const ImportOptions &options) {
  return Importer(proto, options).run();
}

std::shared_ptr<Function> cloneFunction(const Function &function,
                                        const std::function<const Function *(const Function *)> &callees) {
  auto copy = std::make_shared<Function>();
  copy->domain = function.domain;
  copy->name = function.name;
  copy->overload = function.overload;
  copy->doc = function.doc;
  copy->version = function.version;
  copy->opset = function.opset;
  copy->opsetImports = function.opsetImports;
  copy->attributes = function.attributes;
  copy->outputNames = function.outputNames;
  copy->declaredOutputs = function.declaredOutputs;
  copy->typeVars = function.typeVars;
  copy->metadata = function.metadata;
  copy->location = function.location;
  Cloner(*copy, callees).copy(function.body, copy->body);
  return copy;
}

} // namespace onnxc::graph
