//===- Import.cpp - Functions and main graphs of models ------------------------===//
#include "Graph/Model/Import.h"
#include "Graph/IR/Protos.h"
#include "Graph/Model/Importer.h"
#include "Graph/Passes/Serialize.h"
#include "Schema/Schema.h"

#include <unordered_set>

namespace onnxc::graph {

namespace {

/// Tensors above that size are no shapes, axes or the like, whose values inference wants to know.
constexpr size_t largeBytes = 1024;

Type typeOf(const onnx::TensorProto &tensor) {
  return Type::tensor(static_cast<DType>(tensor.data_type()), Shape(tensor.dims().begin(), tensor.dims().end()));
}

/// Attributes without a default have the type of the attributes of nodes that refer to them.
void addAttributes(const onnx::FunctionProto &proto, Function &function) {
  auto types = attributeTypes(proto);
  for (const std::string &name : proto.attribute()) {
    AttributeParam &param = function.attributes.emplace_back();
    param.name = name;
    if (auto type = types.find(name); type != types.end())
      param.type = type->second;
  }
  for (const onnx::AttributeProto &attribute : proto.attribute_proto()) {
    AttributeParam &param = function.attributes.emplace_back();
    param.name = attribute.name();
    param.type = attribute.type();
    param.defaultValue = attribute;
  }
}

/// What toProto() wrote: names of inputs and attributes, separated by spaces.
void readOptional(const std::string &names, Function &function) {
  std::unordered_set<std::string> optional;
  for (size_t begin = 0; begin < names.size();) {
    size_t end = std::min(names.find(' ', begin), names.size());
    optional.insert(names.substr(begin, end - begin));
    begin = end + 1;
  }
  for (const auto &input : function.body.inputs)
    if (optional.contains(input->hint))
      function.optionalInputs.insert(input->index);
  for (AttributeParam &param : function.attributes)
    param.optional = optional.contains(param.name);
}

} // namespace

std::map<std::string, onnx::AttributeProto::AttributeType> attributeTypes(const onnx::FunctionProto &proto) {
  std::map<std::string, onnx::AttributeProto::AttributeType> types;
  forEachNode(proto.node(), [&](const onnx::NodeProto &node) {
    for (const onnx::AttributeProto &attribute : node.attribute())
      if (!attribute.ref_attr_name().empty())
        types.emplace(attribute.ref_attr_name(), attribute.type());
  });
  return types;
}

Result<std::shared_ptr<Function>> importFunction(const onnx::FunctionProto &proto, const ImportOptions &options) {
  Importer importer("function '" + proto.name() + "'", proto.opset_import(), options, /*keepsNames=*/false);
  Function &function = *importer.function;
  function.domain = proto.domain();
  function.name = proto.name();
  function.overload = proto.overload();
  function.doc = proto.doc_string();
  if (auto own = function.opsetImports.find(proto.domain()); own != function.opsetImports.end())
    function.version = own->second;
  addAttributes(proto, function);
  Scope scope;
  scope.addTypes(proto.value_info());
  for (const std::string &name : proto.input()) {
    Value *value = function.body.addInput(name, scope.typeOf(name));
    value->name = name;
    scope.values[name] = value;
  }
  for (const onnx::StringStringEntryProto &entry : proto.metadata_props())
    if (entry.key() == optionalKey)
      readOptional(entry.value(), function);
    else
      function.metadata.emplace_back(entry.key(), entry.value());
  for (const onnx::NodeProto &node : proto.node())
    if (Status status = importer.addNode(node, function.body, scope))
      return *status;
  for (const std::string &name : proto.output()) {
    Value *value = scope.find(name);
    if (!value)
      return importer.unmade(name);
    function.body.outputs.push_back(value);
    function.outputNames.push_back(name);
    Type &declared = function.declaredOutputs.emplace_back(scope.typeOf(name));
    if (!scope.types.contains(name))
      declared.kind = Type::Kind::Unknown;
  }
  return importer.function;
}

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
