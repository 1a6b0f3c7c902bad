//===- Import.h - From protobuf to a graph in memory ---------------------------===//
#ifndef ONNXC_GRAPH_IMPORT_H
#define ONNXC_GRAPH_IMPORT_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"
#include <functional>
#include <map>
#include <memory>
#include <tuple>

namespace onnxc::graph {

/// The function of that domain, name and overload; null: it is an operator, or not known.
using FunctionResolver = std::function<Result<const Function *>(const std::string &domain, const std::string &name,
                                                                const std::string &overload)>;

struct ImportOptions {
  /// Of ai.onnx that the function is stamped to; 0: its own. Each operator must have the same version there.
  int64_t opset = 0;
  FunctionResolver resolve;
};

/// The types of the attributes of a function to which nodes of its body refer, by name.
std::map<std::string, onnx::AttributeProto::AttributeType> attributeTypes(const onnx::FunctionProto &proto);

/// A FunctionProto as a function that can be called, with the types that its value_info gives. Its callees must outlive
/// it.
Result<std::shared_ptr<Function>> importFunction(const onnx::FunctionProto &proto, const ImportOptions &options = {});

/// The main graph of a model as the body of a function without attributes, which has the graph's name. Small
/// initialisers become constants and leave `graph`, so that inference knows their values; those that are large, or
/// inputs or outputs of the graph as well, stay there and are inputs of the body behind those of the graph. Outputs
/// that are inputs or initialisers of the graph are left out. Nodes keep their names.
Result<std::shared_ptr<Function>>
importGraph(onnx::GraphProto &graph, const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &opsets,
            const ImportOptions &options = {});

/// The functions of a model, imported when somebody asks for them, together with what they call.
class ImportedFunctions {
public:
  /// `opset`: see ImportOptions. The model must outlive this.
  explicit ImportedFunctions(const onnx::ModelProto &model, int64_t opset = 0);

  /// Null: the model has no such function. Functions that call themselves are an error.
  Result<const Function *> find(const std::string &domain, const std::string &name, const std::string &overload);
  /// For importGraph() and importFunction(); must not outlive this.
  FunctionResolver resolver();

private:
  using Key = std::tuple<std::string, std::string, std::string>;
  struct Entry {
    const onnx::FunctionProto *proto;
    std::shared_ptr<Function> function; ///< when it has been imported
    bool isOpen = false;                ///< what it calls is being imported
  };
  struct Pending {
    Entry *entry;
    std::vector<Entry *> callees;
    size_t next = 0;
  };
  Entry *entryOf(const std::string &domain, const std::string &name, const std::string &overload);
  Pending open(Entry &entry);
  Status import(Entry &root);

  int64_t opset;
  std::map<Key, Entry> entries;
};

} // namespace onnxc::graph

#endif
