//===- Importer.h - From protobuf to a graph in memory, node by node ----------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_IMPORTER_H
#define ONNXC_GRAPH_IMPORTER_H

#include "Graph/Model/Import.h"

#include <unordered_map>

namespace onnxc::graph {

/// Values and declared types by name, of one graph and those around it.
struct Scope {
  const Scope *outer = nullptr;
  std::unordered_map<std::string, Value *> values;
  std::unordered_map<std::string, const onnx::TypeProto *> types;

  Value *find(const std::string &name) const {
    for (const Scope *scope = this; scope; scope = scope->outer)
      if (auto found = scope->values.find(name); found != scope->values.end())
        return found->second;
    return nullptr;
  }
  void addTypes(const google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> &infos) {
    for (const onnx::ValueInfoProto &info : infos)
      if (info.has_type())
        types[info.name()] = &info.type();
  }
  Type typeOf(const std::string &name) const {
    auto found = types.find(name);
    return found == types.end() ? Type::tensor(ElemType()) : fromProto(*found->second);
  }
};

/// Fills a function from protobuf, node by node.
class Importer {
public:
  using Opsets = google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>;

  /// `what`: "function 'f'", for messages.
  Importer(std::string what, const Opsets &opsets, const ImportOptions &options, bool keepsNames);

  Status addNode(const onnx::NodeProto &from, Graph &graph, Scope &scope);
  /// An initialiser as a node of its name.
  Status addConstant(onnx::TensorProto tensor, Graph &graph, Scope &scope);
  Status addConstant(onnx::SparseTensorProto tensor, Graph &graph, Scope &scope);
  Error unmade(const std::string &output) const;

  std::shared_ptr<Function> function = std::make_shared<Function>();

private:
  Status findOperator(const onnx::NodeProto &from, Node &node);
  Status checkOperator(const onnx::NodeProto &from, const Node &node) const;
  Status addInputs(const onnx::NodeProto &from, Node &node, const Scope &scope);
  void addOutput(const std::string &name, Node &node, Scope &scope);
  Status addAttribute(const onnx::AttributeProto &from, Node &node, Scope &scope);
  Result<std::unique_ptr<Graph>> addGraph(const onnx::GraphProto &graph, Graph &parent, const Scope &outer);
  Status completeControl(Node &node);
  Error wrongBody(const Node &node) const;
  int64_t ownOpset(const std::string &domain) const;

  std::string what;
  const Opsets &opsets;
  const ImportOptions &options;
  bool keepsNames; ///< of nodes
};

} // namespace onnxc::graph

#endif
