//===- MainGraph.cpp - The graph that calls a function ----------------------------===//
#include "Graph/Model/MainGraph.h"
#include "Graph/Inference/InferCall.h"
#include "Graph/Inference/Inference.h"
#include "Graph/Model/Model.h"
#include "Graph/Passes/Serialize.h"

#include <algorithm>
#include <unordered_set>

namespace onnxc::graph {

namespace {

std::string nameOf(const Function &function) {
  return "'" + (function.domain.empty() ? "" : function.domain + "::") + function.name + "'";
}

bool isKnown(const Type &type) {
  return type.kind == Type::Kind::Other || (type.kind != Type::Kind::Unknown && type.elem.isKnown());
}

/// All attributes of the call that runs the function.
Result<std::vector<onnx::AttributeProto>> mainAttributes(const MainCall &call) {
  const Function &main = *call.main;
  for (const onnx::AttributeProto &given : call.attributes)
    if (const AttributeParam *param = main.attribute(given.name()); !param)
      return Error{ErrorId::UnknownAttribute, nameOf(main) + " has no attribute '" + given.name() + "'", -1, {}};
    else if (param->type != given.type() && param->type != onnx::AttributeProto::UNDEFINED)
      return Error{
          ErrorId::AttributeType, "attribute '" + given.name() + "' of " + nameOf(main) + " has another type", -1, {}};
  std::vector<onnx::AttributeProto> result;
  for (const AttributeParam &param : main.attributes) {
    auto given = std::find_if(call.attributes.begin(), call.attributes.end(),
                              [&](const onnx::AttributeProto &attribute) { return attribute.name() == param.name; });
    if (given != call.attributes.end())
      result.push_back(*given);
    else if (param.defaultValue)
      result.push_back(*param.defaultValue);
    else if (!param.optional)
      return Error{ErrorId::MissingAttribute,
                   "attribute '" + param.name + "' of " + nameOf(main) + " is required: it has no default value",
                   -1,
                   {}};
    else
      continue;
    result.back().set_name(param.name);
  }
  return result;
}

/// The types of the inputs, none of those that leave the graph.
Result<std::vector<std::optional<Type>>> mainInputs(const MainCall &call) {
  const Function &main = *call.main;
  std::vector<std::optional<Type>> types(main.body.inputs.size());
  for (size_t i = 0; i < types.size(); ++i) {
    if (call.omitted.contains(static_cast<unsigned>(i)))
      continue;
    const Value &formal = *main.body.inputs[i];
    types[i] = i < call.inputs.size() && call.inputs[i] ? *call.inputs[i] : finalType(formal);
    if (isKnown(*types[i]))
      continue;
    std::string variable = types[i]->elem.var >= 0 ? main.typeVars.nameOf(types[i]->elem.var) : "";
    return Error{ErrorId::UnknownType,
                 "the element type of input '" + formal.hint + "' of " + nameOf(main) + " is not known" +
                     (variable.empty() ? "" : ": it is the type variable '" + variable + "'"),
                 static_cast<int>(i),
                 {}};
  }
  return types;
}

/// The declared types of the results in the names of the graph: symbols that the inputs have become what is given for
/// them, others stay unless an input has such a symbol for something else.
std::vector<Type> declaredOutputs(const Function &main, const std::vector<std::optional<Type>> &inputs) {
  std::unordered_map<std::string, Dim> bound = boundSymbols(main, inputs);
  std::unordered_set<std::string> taken;
  for (const std::optional<Type> &type : inputs)
    if (type && type->shape)
      for (const Dim &dim : *type->shape)
        taken.insert(dim.symbol);
  std::vector<Type> result = main.declaredOutputs;
  for (Type &type : result) {
    type.elem = main.typeVars.resolve(type.elem);
    if (!type.elem.isKnown())
      type.elem = ElemType();
    for (size_t i = 0; type.shape && i < type.shape->size(); ++i) {
      Dim &dim = (*type.shape)[i];
      if (dim.symbol.empty())
        continue;
      if (auto found = bound.find(dim.symbol); found != bound.end())
        dim = found->second;
      else if (taken.contains(dim.symbol))
        dim = Dim();
    }
  }
  return result;
}

std::unique_ptr<Node> callNode(const Function &main, std::vector<onnx::AttributeProto> attributes) {
  auto node = std::make_unique<Node>();
  node->name = main.name;
  node->domain = main.domain;
  node->opType = main.name;
  node->overload = main.overload;
  node->callee = &main;
  for (onnx::AttributeProto &attribute : attributes)
    node->attributes.emplace_back().proto = std::move(attribute);
  for (const Value *output : main.body.outputs) {
    auto value = std::make_unique<Value>();
    value->hint = value->name = output->name;
    value->used = true;
    node->outputs.push_back(std::move(value));
  }
  return node;
}

Status checkOutputs(const Function &main, const std::vector<std::unique_ptr<Value>> &outputs,
                    const std::vector<Type> &declared) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    Type type = finalType(*outputs[i]);
    if (isKnown(type) || (i < declared.size() && isKnown(declared[i])))
      continue;
    return Error{ErrorId::UnknownType,
                 "the element type of output '" + outputs[i]->name + "' of " + nameOf(main) +
                     " is not known; declare it in the return type",
                 static_cast<int>(i),
                 {}};
  }
  return std::nullopt;
}

void addImport(onnx::ModelProto &model, const std::string &domain, int64_t version) {
  for (const onnx::OperatorSetIdProto &import : model.opset_import())
    if (import.domain() == domain)
      return;
  onnx::OperatorSetIdProto *import = model.add_opset_import();
  import->set_domain(domain);
  import->set_version(version);
}

} // namespace

Result<std::shared_ptr<Function>> mainGraph(const MainCall &call) {
  const Function &main = *call.main;
  auto inputs = mainInputs(call);
  if (!inputs)
    return inputs.error();
  auto attributes = mainAttributes(call);
  if (!attributes)
    return attributes.error();
  auto graph = std::make_shared<Function>();
  graph->domain = main.domain;
  graph->name = main.name;
  graph->doc = main.doc;
  graph->opset = main.opset;
  graph->opsetImports[main.domain] = main.version;
  graph->declaredOutputs = declaredOutputs(main, *inputs);
  std::unique_ptr<Node> node = callNode(main, std::move(*attributes));
  for (size_t i = 0; i < inputs->size(); ++i) {
    const std::string &name = main.body.inputs[i]->name;
    Value *input = (*inputs)[i] ? graph->body.addInput(name, *(*inputs)[i]) : nullptr;
    if (input)
      input->name = name;
    node->inputs.push_back(input);
  }
  Node *added = graph->body.addNode(std::move(node));
  if (Status status = inferNode(*added))
    return std::move(*status);
  if (Status status = checkOutputs(main, added->outputs, graph->declaredOutputs))
    return std::move(*status);
  for (const auto &output : added->outputs) {
    graph->body.outputs.push_back(output.get());
    graph->outputNames.push_back(output->name);
  }
  return graph;
}

Result<onnx::ModelProto> mainModel(const MainCall &call, const ModelOptions &options) {
  auto graph = mainGraph(call);
  if (!graph)
    return graph.error();
  return graphModel(**graph, options);
}

Status addMainGraph(onnx::ModelProto &model, const MainCall &call) {
  auto graph = mainGraph(call);
  if (!graph)
    return graph.error();
  auto proto = graphProto(**graph);
  if (!proto)
    return proto.error();
  model.mutable_graph()->Swap(&*proto);
  addImport(model, call.main->domain, call.main->version);
  return completeModel(model);
}

} // namespace onnxc::graph
