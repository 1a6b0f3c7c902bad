//===- Inline.cpp - Calls replaced by what they call ----------------------------===//
#include "Graph/Model/Inline.h"
#include "Graph/Inference/Reinference.h"
#include "Graph/Model/Copy.h"
#include "Graph/Model/Import.h"
#include "Graph/Model/Model.h"
#include "Graph/Passes/Finish.h"
#include "Graph/Passes/Verify.h"
#include "Schema/Schema.h"

#include <algorithm>
#include <limits>

namespace onnxc::graph {

namespace {

int64_t addSaturated(int64_t a, int64_t b) {
  return a > std::numeric_limits<int64_t>::max() - b ? std::numeric_limits<int64_t>::max() : a + b;
}

/// What a body comes to when it is inlined.
struct Extent {
  int64_t nodes = 0, nesting = 0;
};

using Extents = std::unordered_map<const Function *, Extent>;

Extent extentOf(const Graph &graph, const Extents &callees) {
  Extent sum;
  auto add = [&](const Extent &inner, int64_t deeper) {
    sum.nodes = addSaturated(sum.nodes, inner.nodes);
    sum.nesting = std::max(sum.nesting, inner.nesting + deeper);
  };
  for (const auto &node : graph.nodes) {
    if (auto callee = callees.find(node->callee); callee != callees.end()) {
      add(callee->second, 0);
      continue;
    }
    add({1, 0}, 0);
    for (const Attribute &attribute : node->attributes)
      if (attribute.graph)
        add(extentOf(*attribute.graph, callees), 1);
  }
  return sum;
}

/// Each function is looked at once, however often it is called.
Extent extentOf(const Function &function) {
  Extents extents;
  for (const Function *each : closure({&function}))
    extents[each] = extentOf(each->body, extents);
  return extents.at(&function);
}

Status checkExtent(const Extent &extent, const InlineOptions &options) {
  bool isLarge = extent.nodes > options.limit;
  if (!isLarge && extent.nesting <= maxNesting)
    return std::nullopt;
  std::string count = extent.nodes == std::numeric_limits<int64_t>::max() ? "over 10^18" : std::to_string(extent.nodes);
  return Error{ErrorId::TooLarge,
               isLarge ? "inlining all calls makes " + count + " nodes, more than the limit of " +
                             std::to_string(options.limit)
                       : "inlining all calls nests graphs " + std::to_string(extent.nesting) + " deep, more than " +
                             std::to_string(maxNesting),
               -1,
               {}};
}

/// Names that inlined values must leave to those of the graph. Its inputs and outputs get theirs first anyway.
void collectNames(const Graph &graph, std::unordered_set<std::string> &names) {
  for (const auto &input : graph.inputs)
    names.insert(input->hint);
  for (const auto &node : graph.nodes) {
    for (const auto &output : node->outputs)
      names.insert(output->hint);
    for (const Attribute &attribute : node->attributes)
      if (attribute.graph)
        collectNames(*attribute.graph, names);
  }
  names.erase("");
}

Error omitted(const Function &function, const std::string &output) {
  return {ErrorId::MissingInput,
          "output '" + output + "' of '" + function.name + "' is an input that the call omits",
          -1,
          {}};
}

} // namespace

int64_t inlinedSize(const Function &function) { return extentOf(function).nodes; }

Result<std::shared_ptr<Function>> inlineCalls(const Function &function, const InlineOptions &options) {
  if (Status status = checkExtent(extentOf(function), options))
    return std::move(*status);
  Instance instance;
  std::shared_ptr<Function> flat = copySignature(function, instance);
  std::unordered_set<std::string> names;
  collectNames(function.body, names);
  for (const auto &input : function.body.inputs)
    names.erase(input->hint);
  for (const std::string &output : function.outputNames)
    names.erase(output);
  CopyOptions copying;
  copying.inlineCalls = true;
  copying.reserved = &names;
  if (Status status = copyBody(instance, flat->body, copying))
    return std::move(*status);
  for (size_t i = 0; i < function.body.outputs.size(); ++i) {
    Value *output = instance.values.at(function.body.outputs[i]);
    if (!output)
      return omitted(function, i < function.outputNames.size() ? function.outputNames[i] : std::to_string(i));
    flat->body.outputs.push_back(output);
  }
  inferAgain(*flat);
  return flat;
}

namespace {

/// Types of inputs of nested graphs, by inferring the callee's body over the arguments, when one is asked for.
Type formalType(Builder &builder, Instance &instance, const Value *formal) {
  if (!instance.types) {
    std::vector<std::optional<Type>> inputs;
    for (const auto &input : instance.function->body.inputs) {
      const Value *argument = instance.values.at(input.get());
      inputs.push_back(argument ? std::optional(builder.typeOf(argument)) : std::nullopt);
    }
    std::vector<onnx::AttributeProto> known;
    for (const onnx::AttributeProto &attribute : *instance.attributes)
      if (attribute.ref_attr_name().empty())
        known.push_back(attribute);
    instance.types = std::make_unique<Reinference>(*instance.function, inputs, std::move(known));
  }
  Type type = instance.types->typeOf(formal);
  if (!type.elem.isKnown())
    type.elem = ElemType(); // a type variable of the callee, not of the function that is built
  return type;
}

} // namespace

Result<std::vector<Value *>> inlineCall(Builder &builder, const Function &callee, std::vector<Operand> inputs,
                                        Attributes attributes, bool deep, const InlineOptions &options) {
  if (deep)
    if (Status status = checkExtent(extentOf(callee), options))
      return std::move(*status);
  Result<Attributes> complete = Builder::callAttributes(callee, std::move(attributes));
  if (!complete)
    return complete.error();
  Result<std::vector<Value *>> arguments = builder.callInputs(callee, std::move(inputs));
  if (!arguments)
    return arguments.error();
  Instance instance;
  instance.function = &callee;
  instance.location = builder.location;
  instance.scope = builder.scope;
  instance.attributes.emplace();
  for (Attribute &attribute : *complete)
    instance.attributes->push_back(std::move(attribute.proto));
  for (size_t i = 0; i < callee.body.inputs.size(); ++i)
    instance.values[callee.body.inputs[i].get()] = i < arguments->size() ? (*arguments)[i] : nullptr;
  CopyOptions copying;
  copying.inlineCalls = deep;
  copying.formalType = [&](Instance &each, const Value *formal) { return formalType(builder, each, formal); };
  if (Status status = copyBody(instance, builder.graph(), copying))
    return std::move(*status);
  std::vector<Value *> results;
  for (const Value *output : callee.body.outputs) {
    results.push_back(instance.values.at(output));
    if (!results.back())
      return omitted(callee, output->hint);
  }
  return results;
}

namespace {

int64_t opsetOf(const onnx::ModelProto &model) {
  for (const onnx::OperatorSetIdProto &import : model.opset_import())
    if (schema::canonicalDomain(import.domain()).empty())
      return import.version();
  return 0;
}

void setImports(onnx::ModelProto &model, const Function &main) {
  model.clear_opset_import();
  auto add = [&](const std::string &domain, int64_t version) {
    onnx::OperatorSetIdProto *import = model.add_opset_import();
    import->set_domain(domain);
    import->set_version(version);
  };
  add("", main.opset);
  for (const auto &[domain, version] : main.opsetImports)
    add(domain, version);
}

/// What the graph had beside nodes and types stays; outputs get the types that are known now.
void replaceNodes(onnx::GraphProto &graph, onnx::GraphProto &&flat) {
  graph.mutable_node()->Swap(flat.mutable_node());
  graph.mutable_value_info()->Swap(flat.mutable_value_info());
  for (onnx::TensorProto &tensor : *flat.mutable_initializer())
    graph.add_initializer()->Swap(&tensor);
  // In the same order; only outputs that are inputs or initialisers are missing.
  int next = 0;
  for (onnx::ValueInfoProto &output : *graph.mutable_output())
    if (next < flat.output_size() && flat.output(next).name() == output.name())
      output.mutable_type()->Swap(flat.mutable_output(next++)->mutable_type());
}

} // namespace

Status inlineModel(onnx::ModelProto &model, const InlineOptions &options) {
  if (model.functions().empty())
    return std::nullopt;
  onnx::GraphProto &graph = *model.mutable_graph();
  std::unordered_set<std::string> initializers;
  for (const onnx::TensorProto &tensor : graph.initializer())
    initializers.insert(tensor.name());
  int64_t opset = opsetOf(model);
  ImportedFunctions functions(model, opset);
  auto main = importGraph(graph, model.opset_import(), {opset, functions.resolver()});
  if (!main)
    return main.error();
  auto flat = inlineCalls(**main, options);
  if (!flat)
    return flat.error();
  finish(**flat);
  if (Status status = verify(**flat))
    return status;
  auto proto = graphProto(**flat);
  if (!proto)
    return proto.error();
  makeInitializers(*proto, initializers);
  replaceNodes(graph, std::move(*proto));
  model.clear_functions();
  setImports(model, **flat);
  return completeModel(model);
}

} // namespace onnxc::graph
