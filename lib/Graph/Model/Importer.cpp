//===- Importer.cpp - From protobuf to a graph in memory -------------------------===//
#include "Graph/Model/Importer.h"
#include "Graph/IR/Protos.h"
#include "Graph/Passes/Serialize.h"
#include "Schema/Schema.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

namespace onnxc::graph {

namespace {

Error malformed(std::string message) { return {ErrorId::Internal, std::move(message), -1, {}}; }

/// What the graph's nodes do not say by inputs, outputs and attributes.
std::shared_ptr<const onnx::NodeProto> restOf(const onnx::NodeProto &node, bool withName) {
  onnx::NodeProto rest;
  if (withName && !node.name().empty())
    rest.set_name(node.name());
  if (!node.doc_string().empty())
    rest.set_doc_string(node.doc_string());
  for (const onnx::StringStringEntryProto &entry : node.metadata_props())
    if (entry.key() != "onnxc.scope" && entry.key() != "onnxc.number") // the node's own fields
      *rest.add_metadata_props() = entry;
  *rest.mutable_device_configurations() = node.device_configurations();
  return rest.ByteSizeLong() ? std::make_shared<const onnx::NodeProto>(std::move(rest)) : nullptr;
}

onnx::NodeProto constantNode(const std::string &name, const char *attribute, onnx::AttributeProto::AttributeType type) {
  onnx::NodeProto node;
  node.set_op_type("Constant");
  node.add_output(name);
  onnx::AttributeProto *value = node.add_attribute();
  value->set_name(attribute);
  value->set_type(type);
  return node;
}

} // namespace

Importer::Importer(std::string what, const Opsets &opsets, const ImportOptions &options, bool keepsNames)
    : what(std::move(what)), opsets(opsets), options(options), keepsNames(keepsNames) {
  function->opset = options.opset ? options.opset : ownOpset("");
  if (!function->opset)
    function->opset = schema::newestOpset("");
  for (const onnx::OperatorSetIdProto &import : opsets)
    if (!schema::canonicalDomain(import.domain()).empty())
      function->opsetImports[import.domain()] = import.version();
}

Error Importer::unmade(const std::string &output) const {
  return malformed("nothing makes the output '" + output + "' of " + what);
}

Error Importer::wrongBody(const Node &node) const {
  return malformed("a graph of '" + node.opType + "' in " + what +
                   " has other inputs or outputs than the node wants, or is missing");
}

int64_t Importer::ownOpset(const std::string &domain) const {
  for (const onnx::OperatorSetIdProto &import : opsets)
    if (schema::canonicalDomain(import.domain()) == schema::canonicalDomain(domain))
      return import.version();
  return 0;
}

Status Importer::findOperator(const onnx::NodeProto &from, Node &node) {
  int64_t own = ownOpset(node.domain);
  int64_t opset = node.domain.empty() ? function->opset : own;
  node.schema = schema::find(node.domain, node.opType, static_cast<int>(opset));
  if (!node.schema) {
    if (node.domain.empty())
      return Error{ErrorId::UnknownOperator,
                   "opset " + std::to_string(opset) + " has no operator '" + from.op_type() + "', which " + what +
                       " uses",
                   -1,
                   {}};
    node.sinceVersion = static_cast<int>(std::max<int64_t>(own, 1));
    return std::nullopt;
  }
  node.sinceVersion = node.schema->SinceVersion();
  const schema::OpSchema *before = schema::find(node.domain, node.opType, static_cast<int>(own));
  if (before && before->SinceVersion() != node.sinceVersion)
    return Error{ErrorId::WrongOpset,
                 what + " is made for opset " + std::to_string(own) + " and uses version " +
                     std::to_string(before->SinceVersion()) + " of '" + from.op_type() + "', but opset " +
                     std::to_string(opset) + " has version " + std::to_string(node.sinceVersion),
                 -1,
                 {}};
  return std::nullopt;
}

/// All else relies on the numbers of inputs and outputs and the types of attributes that the schema says.
Status Importer::checkOperator(const onnx::NodeProto &from, const Node &node) const {
  if (!node.schema)
    return std::nullopt;
  try {
    node.schema->Verify(from);
  } catch (const std::runtime_error &error) {
    return malformed("node '" + from.op_type() + "' of " + what + " is not legal: " + error.what());
  }
  return std::nullopt;
}

Status Importer::addInputs(const onnx::NodeProto &from, Node &node, const Scope &scope) {
  for (const std::string &name : from.input()) {
    Value *value = name.empty() ? nullptr : scope.find(name);
    if (!name.empty() && !value)
      return malformed("node '" + from.op_type() + "' of " + what + " reads '" + name + "', which nothing makes");
    node.inputs.push_back(value);
  }
  return std::nullopt;
}

/// Its type is inferred when someone asks; where nothing is inferred, the element type that the model says holds.
void Importer::addOutput(const std::string &name, Node &node, Scope &scope) {
  auto value = std::make_unique<Value>();
  value->producer = &node;
  value->index = static_cast<unsigned>(node.outputs.size());
  value->graph = node.graph;
  value->hint = value->name = name;
  value->type = scope.typeOf(name);
  value->type.shape.reset();
  value->declared = value->type.elem.isKnown();
  if (value->type.kind != Type::Kind::Other && !value->declared)
    value->type.kind = Type::Kind::Unknown;
  if (!name.empty())
    scope.values[name] = value.get();
  node.outputs.push_back(std::move(value));
}

Status Importer::addAttribute(const onnx::AttributeProto &from, Node &node, Scope &scope) {
  if (from.graphs_size() > 0)
    return malformed("attribute '" + from.name() + "' of '" + node.opType + "' in " + what +
                     " is a list of graphs, which no operator of ONNX has");
  Attribute copy;
  if (!from.has_g()) {
    copy.proto = from;
  } else {
    copy.proto.set_name(from.name());
    copy.proto.set_type(from.type());
    Result<std::unique_ptr<Graph>> nested = addGraph(from.g(), *node.graph, scope);
    if (!nested)
      return nested.error();
    copy.graph = std::move(*nested);
    copy.graph->owner = &node;
  }
  node.attributes.push_back(std::move(copy));
  return std::nullopt;
}

/// Trailing inputs and outputs of control flow that are omitted are written out: all else relies on their number.
Status Importer::completeControl(Node &node) {
  if (node.callee || !node.domain.empty())
    return std::nullopt;
  auto body = [&](const char *name) -> Graph * {
    const Attribute *attribute = node.attribute(name);
    return attribute ? attribute->graph.get() : nullptr;
  };
  size_t results = 0;
  if (node.opType == "If") {
    Graph *thenGraph = body("then_branch"), *elseGraph = body("else_branch");
    if (!thenGraph || !elseGraph || node.inputs.size() != 1 || thenGraph->outputs.size() != elseGraph->outputs.size())
      return wrongBody(node);
    results = thenGraph->outputs.size();
  } else if (node.opType == "Loop") {
    Graph *graph = body("body");
    while (node.inputs.size() < 2)
      node.inputs.push_back(nullptr);
    bool isFine = graph && graph->inputs.size() == node.inputs.size() &&
                  graph->outputs.size() + 1 >= node.inputs.size() &&
                  std::find(node.inputs.begin() + 2, node.inputs.end(), nullptr) == node.inputs.end();
    if (!isFine)
      return wrongBody(node);
    results = graph->outputs.size() - 1;
  } else if (node.opType == "Scan" || node.opType == "SequenceMap") {
    Graph *graph = body("body");
    if (!graph)
      return wrongBody(node);
    results = graph->outputs.size();
  } else {
    return std::nullopt;
  }
  if (node.outputs.size() > results)
    return wrongBody(node);
  Scope none;
  while (node.outputs.size() < results)
    addOutput({}, node, none);
  return std::nullopt;
}

Status Importer::addNode(const onnx::NodeProto &from, Graph &graph, Scope &scope) {
  auto node = std::make_unique<Node>();
  node->domain = schema::canonicalDomain(from.domain());
  node->opType = from.op_type();
  node->overload = from.overload();
  node->imported = restOf(from, keepsNames);
  if (Status status = addInputs(from, *node, scope))
    return status;
  if (options.resolve) {
    Result<const Function *> callee = options.resolve(from.domain(), from.op_type(), from.overload());
    if (!callee)
      return callee.error();
    node->callee = *callee;
  }
  if (!node->callee) {
    if (Status status = findOperator(from, *node))
      return status;
    if (Status status = checkOperator(from, *node))
      return status;
  }
  for (const onnx::StringStringEntryProto &entry : from.metadata_props())
    if (entry.key() == "onnxc.scope")
      node->scope = std::make_shared<const std::string>(entry.value());
    else if (entry.key() == "onnxc.number")
      node->givesNumber = true;
  Node *added = graph.addNode(std::move(node));
  for (const onnx::AttributeProto &attribute : from.attribute())
    if (Status status = addAttribute(attribute, *added, scope))
      return status;
  for (const std::string &name : from.output())
    addOutput(name, *added, scope);
  return completeControl(*added);
}

Status Importer::addConstant(onnx::TensorProto tensor, Graph &graph, Scope &scope) {
  onnx::NodeProto constant = constantNode(tensor.name(), "value", onnx::AttributeProto::TENSOR);
  constant.mutable_attribute(0)->mutable_t()->Swap(&tensor);
  return addNode(constant, graph, scope);
}

Status Importer::addConstant(onnx::SparseTensorProto tensor, Graph &graph, Scope &scope) {
  onnx::NodeProto constant = constantNode(tensor.values().name(), "sparse_value", onnx::AttributeProto::SPARSE_TENSOR);
  constant.mutable_attribute(0)->mutable_sparse_tensor()->Swap(&tensor);
  return addNode(constant, graph, scope);
}

Result<std::unique_ptr<Graph>> Importer::addGraph(const onnx::GraphProto &from, Graph &parent, const Scope &outer) {
  auto graph = std::make_unique<Graph>(*function, &parent);
  graph->name = from.name();
  Scope scope{&outer, {}, {}};
  scope.addTypes(from.value_info());
  scope.addTypes(from.output());
  scope.addTypes(from.input());
  for (const onnx::ValueInfoProto &input : from.input()) {
    Value *value = graph->addInput(input.name(), scope.typeOf(input.name()));
    value->name = input.name();
    scope.values[input.name()] = value;
  }
  for (const onnx::TensorProto &tensor : from.initializer())
    if (Status status = addConstant(tensor, *graph, scope))
      return *status;
  for (const onnx::SparseTensorProto &tensor : from.sparse_initializer())
    if (Status status = addConstant(tensor, *graph, scope))
      return *status;
  for (const onnx::NodeProto &node : from.node())
    if (Status status = addNode(node, *graph, scope))
      return *status;
  for (const onnx::ValueInfoProto &output : from.output()) {
    Value *value = scope.find(output.name());
    if (!value)
      return unmade(output.name());
    graph->outputs.push_back(value);
    graph->outputHints.push_back(output.name());
  }
  return graph;
}

} // namespace onnxc::graph
