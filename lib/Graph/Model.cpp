//===- Model.cpp - Models with the closure of called functions ---------------------===//
#include "Model.h"
#include "Inference.h"
#include "Serialize.h"

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

/// The inferred type; where it knows nothing of a dimension or has only another symbol, the symbol of the declaration.
Type withDeclaration(Type type, const Function &function, size_t index) {
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

/// The graph that calls the function.
Status writeMainGraph(const MainCall &call, onnx::GraphProto &graph) {
  const Function &main = *call.main;
  auto inputs = mainInputs(call);
  if (!inputs)
    return inputs.error();
  auto attributes = mainAttributes(call);
  if (!attributes)
    return attributes.error();
  auto outputs = inferCall(main, *inputs, &*attributes);
  if (!outputs)
    return outputs.error();
  graph.set_name(main.name);
  onnx::NodeProto *node = graph.add_node();
  node->set_name(main.name);
  node->set_domain(main.domain);
  node->set_op_type(main.name);
  if (!main.overload.empty())
    node->set_overload(main.overload);
  for (size_t i = 0; i < inputs->size(); ++i) {
    const std::string &name = main.body.inputs[i]->name;
    node->add_input((*inputs)[i] ? name : "");
    if ((*inputs)[i])
      addInfo(*graph.mutable_input(), name, *(*inputs)[i]);
  }
  while (node->input_size() && node->input(node->input_size() - 1).empty())
    node->mutable_input()->RemoveLast();
  for (size_t i = 0; i < main.body.outputs.size(); ++i) {
    const std::string &name = main.body.outputs[i]->name;
    Type type = withDeclaration((*outputs)[i], main, i);
    if (!isKnown(type))
      return Error{ErrorId::UnknownType,
                   "the element type of output '" + name + "' of " + nameOf(main) +
                       " is not known; declare it in the return type",
                   static_cast<int>(i),
                   {}};
    node->add_output(name);
    addInfo(*graph.mutable_output(), name, type);
  }
  for (onnx::AttributeProto &attribute : *attributes)
    *node->add_attribute() = std::move(attribute);
  return std::nullopt;
}

Result<onnx::ModelProto> complete(onnx::ModelProto model) {
  moveOverloadsIntoNames(model);
  if (Status status = completeOutputShapes(model))
    return std::move(*status);
  return model;
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

Result<onnx::ModelProto> mainModel(const MainCall &call, const ModelOptions &options) {
  ModelWriter writer(options);
  if (Status status = writeMainGraph(call, *writer.model.mutable_graph()))
    return std::move(*status);
  if (!call.main->doc.empty())
    writer.model.mutable_graph()->set_doc_string(call.main->doc);
  if (Status status = writer.addFunctions(closure({call.main})))
    return std::move(*status);
  return complete(writer.take());
}

Result<onnx::ModelProto> graphModel(const Function &function, const ModelOptions &options) {
  ModelWriter writer(options);
  if (Status status = writer.importAll(function))
    return std::move(*status);
  onnx::GraphProto &graph = *writer.model.mutable_graph();
  graph.set_name(function.name.empty() ? "graph" : function.name);
  if (!function.doc.empty())
    graph.set_doc_string(function.doc);
  addNodes(function.body, *graph.mutable_node(), options.finish);
  for (const auto &input : function.body.inputs) {
    Type type = finalType(*input);
    if (!isKnown(type))
      return Error{ErrorId::UnknownType,
                   "the element type of input '" + input->name + "' is not known",
                   static_cast<int>(input->index),
                   {}};
    addInfo(*graph.mutable_input(), input->name, type);
  }
  std::unordered_set<const Value *> outputs;
  for (size_t i = 0; i < function.body.outputs.size(); ++i) {
    const Value *value = function.body.outputs[i];
    if (Status status = inferValue(value))
      return std::move(*status);
    Type type = withDeclaration(finalType(*value), function, i);
    if (!isKnown(type))
      return Error{ErrorId::UnknownType,
                   "the element type of output '" + value->name + "' is not known",
                   static_cast<int>(i),
                   {}};
    addInfo(*graph.mutable_output(), value->name, type);
    outputs.insert(value);
  }
  addValueInfo(function.body, *graph.mutable_value_info(),
               [&](const Value &value) { return outputs.contains(&value); });
  std::vector<const Function *> callees;
  collectCallees(function.body, callees);
  if (Status status = writer.addFunctions(closure(callees)))
    return std::move(*status);
  return complete(writer.take());
}

} // namespace onnxc::graph
