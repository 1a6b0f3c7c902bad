//===- ImportModel.cpp - Main graphs and functions of models -------------------===//
#include "Graph/IR/Protos.h"
#include "Graph/Model/Importer.h"
#include "Schema/Schema.h"

#include <unordered_set>

namespace onnxc::graph {

namespace {

/// Tensors above that size are no shapes, axes or the like, whose values inference wants to know.
constexpr size_t largeBytes = 1024;

Type typeOf(const onnx::TensorProto &tensor) {
  return Type::tensor(static_cast<DType>(tensor.data_type()), Shape(tensor.dims().begin(), tensor.dims().end()));
}

} // namespace

Result<std::shared_ptr<Function>> importGraph(onnx::GraphProto &graph, const Importer::Opsets &opsets,
                                              const ImportOptions &options) {
  Importer importer("the main graph", opsets, options, /*keepsNames=*/true);
  Function &function = *importer.function;
  function.name = graph.name();
  function.doc = graph.doc_string();
  Scope scope;
  scope.addTypes(graph.value_info());
  scope.addTypes(graph.output());
  scope.addTypes(graph.input());
  std::unordered_set<std::string> signature;
  auto addInput = [&](const std::string &name, Type type) {
    Value *value = function.body.addInput(name, std::move(type));
    value->name = name;
    scope.values[name] = value;
    signature.insert(name);
  };
  for (const onnx::ValueInfoProto &input : graph.input())
    addInput(input.name(), scope.typeOf(input.name()));
  std::unordered_set<std::string> outputs;
  for (const onnx::ValueInfoProto &output : graph.output())
    outputs.insert(output.name());
  google::protobuf::RepeatedPtrField<onnx::TensorProto> kept;
  for (onnx::TensorProto &tensor : *graph.mutable_initializer()) {
    bool isOutput = outputs.contains(tensor.name()), isLarge = tensor.ByteSizeLong() > largeBytes;
    if (isOutput || isLarge || scope.values.contains(tensor.name())) {
      if (!scope.values.contains(tensor.name()))
        addInput(tensor.name(), typeOf(tensor));
      kept.Add()->Swap(&tensor);
      continue;
    }
    if (Status status = importer.addConstant(std::move(tensor), function.body, scope))
      return *status;
  }
  graph.mutable_initializer()->Swap(&kept);
  for (onnx::SparseTensorProto &tensor : *graph.mutable_sparse_initializer())
    if (Status status = importer.addConstant(std::move(tensor), function.body, scope))
      return *status;
  graph.clear_sparse_initializer();
  for (const onnx::NodeProto &node : graph.node())
    if (Status status = importer.addNode(node, function.body, scope))
      return *status;
  for (const onnx::ValueInfoProto &output : graph.output()) {
    if (signature.contains(output.name()))
      continue;
    Value *value = scope.find(output.name());
    if (!value)
      return importer.unmade(output.name());
    function.body.outputs.push_back(value);
    function.outputNames.push_back(output.name());
    function.declaredOutputs.push_back(scope.typeOf(output.name()));
  }
  return importer.function;
}

ImportedFunctions::ImportedFunctions(const onnx::ModelProto &model, int64_t opset) : opset(opset) {
  for (const onnx::FunctionProto &function : model.functions())
    entries.try_emplace({std::string(schema::canonicalDomain(function.domain())), function.name(), function.overload()},
                        Entry{&function, nullptr});
}

ImportedFunctions::Entry *ImportedFunctions::entryOf(const std::string &domain, const std::string &name,
                                                     const std::string &overload) {
  auto found = entries.find({std::string(schema::canonicalDomain(domain)), name, overload});
  return found == entries.end() ? nullptr : &found->second;
}

ImportedFunctions::Pending ImportedFunctions::open(Entry &entry) {
  Pending pending{&entry, {}};
  forEachNode(entry.proto->node(), [&](const onnx::NodeProto &node) {
    if (Entry *callee = entryOf(node.domain(), node.op_type(), node.overload()))
      pending.callees.push_back(callee);
  });
  entry.isOpen = true;
  return pending;
}

/// Callees first, without recursion: call chains may be long.
Status ImportedFunctions::import(Entry &root) {
  ImportOptions options{opset, resolver()};
  std::vector<Pending> stack{open(root)};
  while (!stack.empty()) {
    Pending &pending = stack.back();
    if (pending.next < pending.callees.size()) {
      Entry &callee = *pending.callees[pending.next++];
      if (callee.isOpen)
        return Error{ErrorId::Recursion, "function '" + callee.proto->name() + "' calls itself", -1, {}};
      if (!callee.function)
        stack.push_back(open(callee));
      continue;
    }
    pending.entry->isOpen = false;
    Result<std::shared_ptr<Function>> imported = importFunction(*pending.entry->proto, options);
    if (!imported)
      return imported.error();
    pending.entry->function = std::move(*imported);
    stack.pop_back();
  }
  return std::nullopt;
}

FunctionResolver ImportedFunctions::resolver() {
  return [this](const std::string &domain, const std::string &name, const std::string &overload) {
    return find(domain, name, overload);
  };
}

Result<const Function *> ImportedFunctions::find(const std::string &domain, const std::string &name,
                                                 const std::string &overload) {
  Entry *entry = entryOf(domain, name, overload);
  if (!entry)
    return nullptr;
  if (!entry->function)
    if (Status status = import(*entry))
      return std::move(*status);
  return entry->function.get();
}

} // namespace onnxc::graph
