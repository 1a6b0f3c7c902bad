//===- Model.cpp - Models with the closure of called functions ---------------------===//
#include "Graph/Model/Model.h"
#include "Graph/Inference/Inference.h"
#include "Graph/Inference/OnDemand.h"
#include "Graph/Model/OutputShapes.h"
#include "Graph/Model/Overloads.h"
#include "Graph/Passes/Serialize.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace onnxc::graph {

namespace {

std::string nameOf(const Function &function) {
  return "'" + (function.domain.empty() ? "" : function.domain + "::") + function.name + "'";
}

void collectCallees(const Graph &graph, std::vector<const Function *> &callees) {
  for (const auto &node : graph.nodes) {
    if (node->callee)
      callees.push_back(node->callee);
    for (const Attribute &attribute : node->attributes)
      if (attribute.graph)
        collectCallees(*attribute.graph, callees);
  }
}

/// Depth first without recursion: call chains may be long.
class Closure {
public:
  void add(const Function *root) {
    std::vector<Frame> stack;
    enter(root, stack);
    while (!stack.empty()) {
      Frame &frame = stack.back();
      if (frame.next < frame.callees.size()) {
        enter(frame.callees[frame.next++], stack);
        continue;
      }
      order.push_back(frame.function);
      stack.pop_back();
    }
  }
  std::vector<const Function *> order;

private:
  struct Frame {
    const Function *function;
    std::vector<const Function *> callees;
    size_t next = 0;
  };
  void enter(const Function *function, std::vector<Frame> &stack) {
    if (!seen.insert(function).second)
      return;
    Frame frame{function, {}};
    collectCallees(function->body, frame.callees);
    stack.push_back(std::move(frame));
  }
  std::unordered_set<const Function *> seen;
};

/// Builds the ModelProto around a graph.
class ModelWriter {
public:
  explicit ModelWriter(const ModelOptions &options) : options(options) {
    model.set_ir_version(options.irVersion);
    model.set_producer_name("onnxc");
    if (!options.producerVersion.empty())
      model.set_producer_version(options.producerVersion);
    if (options.opset)
      opset = options.opset;
  }

  Status addFunctions(const std::vector<const Function *> &functions) {
    for (const Function *function : functions)
      if (Status status = addFunction(*function))
        return status;
    return std::nullopt;
  }

  Status import(const Function &user, const std::string &domain, int64_t version) {
    if (domain.empty())
      return useOpset(user, version);
    auto [found, isNew] = imports.try_emplace(domain, version);
    if (isNew || found->second == version)
      return std::nullopt;
    return Error{ErrorId::WrongOpset,
                 "the domain '" + domain + "' is used in versions " + std::to_string(found->second) + " and " +
                     std::to_string(version) + " (" + nameOf(user) + ")",
                 -1,
                 {}};
  }

  Status importAll(const Function &function) {
    if (Status status = import(function, "", function.opset))
      return status;
    for (const auto &[domain, version] : function.opsetImports)
      if (Status status = import(function, domain, version))
        return status;
    return std::nullopt;
  }

  onnx::ModelProto take() {
    auto add = [&](const std::string &domain, int64_t version) {
      onnx::OperatorSetIdProto *proto = model.add_opset_import();
      proto->set_domain(domain);
      proto->set_version(version);
    };
    add("", opset ? opset : 20);
    for (const auto &[domain, version] : imports)
      add(domain, version);
    return std::move(model);
  }

  onnx::ModelProto model;

private:
  Status useOpset(const Function &user, int64_t version) {
    if (!opset)
      opset = version;
    if (opset == version)
      return std::nullopt;
    return Error{ErrorId::WrongOpset,
                 nameOf(user) + " is made for opset " + std::to_string(version) + ", the model has opset " +
                     std::to_string(opset),
                 -1,
                 {}};
  }

  Status addFunction(const Function &function) {
    if (Status status = importAll(function))
      return status;
    if (Status status = import(function, function.domain, function.version))
      return status;
    onnx::FunctionProto proto = toProto(function, options.finish);
    auto [found, isNew] =
        indices.try_emplace(std::tuple(function.domain, function.name, function.overload), model.functions_size());
    if (!isNew) {
      // The same function may have been made twice; two functions with one identity are the user's mistake.
      if (model.functions(found->second).SerializeAsString() == proto.SerializeAsString())
        return std::nullopt;
      return Error{ErrorId::Internal,
                   "there are two functions " + nameOf(function) +
                       (function.overload.empty() ? "" : " with the overload '" + function.overload + "'"),
                   -1,
                   {}};
    }
    *model.add_functions() = std::move(proto);
    return std::nullopt;
  }

  const ModelOptions &options;
  int64_t opset = 0;
  std::map<std::string, int64_t> imports;
  std::map<std::tuple<std::string, std::string, std::string>, int> indices;
};

void addInfo(google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> &infos, const std::string &name,
             const Type &type) {
  onnx::ValueInfoProto *info = infos.Add();
  info->set_name(name);
  *info->mutable_type() = toProto(type);
}

bool isKnown(const Type &type) {
  return type.kind == Type::Kind::Other || (type.kind != Type::Kind::Unknown && type.elem.isKnown());
}

Error unknownElement(const char *what, const Value &value, size_t index) {
  return {ErrorId::UnknownType,
          "the element type of " + std::string(what) + " '" + value.name + "' is not known",
          static_cast<int>(index),
          {}};
}

} // namespace

std::vector<const Function *> closure(const std::vector<const Function *> &roots) {
  Closure closure;
  for (const Function *root : roots)
    closure.add(root);
  return std::move(closure.order);
}

Result<onnx::ModelProto> libraryModel(const std::vector<const Function *> &functions, const ModelOptions &options) {
  ModelWriter writer(options);
  writer.model.mutable_graph()->set_name("library");
  if (Status status = writer.addFunctions(closure(functions)))
    return std::move(*status);
  return writer.take();
}

Result<onnx::GraphProto> graphProto(const Function &function, const FinishOptions &options) {
  onnx::GraphProto graph;
  graph.set_name(function.name.empty() ? "graph" : function.name);
  if (!function.doc.empty())
    graph.set_doc_string(function.doc);
  addNodes(function.body, *graph.mutable_node(), options);
  for (const auto &input : function.body.inputs) {
    Type type = finalType(*input);
    if (!isKnown(type))
      return unknownElement("input", *input, input->index);
    addInfo(*graph.mutable_input(), input->name, type);
  }
  std::unordered_set<const Value *> outputs;
  for (size_t i = 0; i < function.body.outputs.size(); ++i) {
    const Value *value = function.body.outputs[i];
    if (Status status = inferValue(value))
      return std::move(*status);
    Type type = outputType(function, i);
    if (!isKnown(type))
      return unknownElement("output", *value, i);
    addInfo(*graph.mutable_output(), value->name, type);
    outputs.insert(value);
  }
  addValueInfo(function.body, *graph.mutable_value_info(),
               [&](const Value &value) { return outputs.contains(&value); });
  return graph;
}

Result<onnx::ModelProto> graphModel(const Function &function, const ModelOptions &options) {
  ModelWriter writer(options);
  if (Status status = writer.importAll(function))
    return std::move(*status);
  auto graph = graphProto(function, options.finish);
  if (!graph)
    return graph.error();
  writer.model.mutable_graph()->Swap(&*graph);
  std::vector<const Function *> callees;
  collectCallees(function.body, callees);
  if (Status status = writer.addFunctions(closure(callees)))
    return std::move(*status);
  onnx::ModelProto model = writer.take();
  if (Status status = completeModel(model))
    return std::move(*status);
  return model;
}

void makeInitializers(onnx::GraphProto &graph, const std::unordered_set<std::string> &names) {
  if (names.empty())
    return;
  std::unordered_set<std::string> outputs;
  for (const onnx::ValueInfoProto &output : graph.output())
    outputs.insert(output.name());
  google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
  for (onnx::NodeProto &node : *graph.mutable_node()) {
    bool moves = node.op_type() == "Constant" && node.domain().empty() && node.attribute_size() == 1 &&
                 node.attribute(0).has_t() && names.contains(node.output(0)) && !outputs.contains(node.output(0));
    if (!moves) {
      nodes.Add()->Swap(&node);
      continue;
    }
    onnx::TensorProto &tensor = *graph.add_initializer();
    tensor.Swap(node.mutable_attribute(0)->mutable_t());
    tensor.set_name(node.output(0));
  }
  graph.mutable_node()->Swap(&nodes);
}

Status completeModel(onnx::ModelProto &model) {
  moveOverloadsIntoNames(model);
  return completeOutputShapes(model);
}

} // namespace onnxc::graph
