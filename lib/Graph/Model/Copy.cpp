//===- Copy.cpp - Copying nodes between graphs ----------------------------------===//
#include "Graph/Model/Copy.h"
#include "Graph/Inference/Reinference.h"
#include "Schema/Schema.h"

#include <algorithm>
#include <deque>

namespace onnxc::graph {

namespace {

std::string quoted(const Function &function) {
  return "'" + (function.domain.empty() ? "" : function.domain + "::") + function.name + "'";
}

std::shared_ptr<const std::string> joined(const std::shared_ptr<const std::string> &outer,
                                          const std::shared_ptr<const std::string> &inner) {
  if (!outer || outer->empty())
    return inner;
  if (!inner || inner->empty())
    return outer;
  return std::make_shared<const std::string>(*outer + "/" + *inner);
}

/// What holds of the value wherever its function is called.
Type typeForAllCalls(const Value &value) {
  Type type;
  type.elem = value.graph->function->typeVars.resolve(value.type.elem);
  if (!type.elem.isKnown())
    type.elem = ElemType();
  type.kind = type.elem.isKnown() || value.type.kind == Type::Kind::Other ? value.type.kind : Type::Kind::Unknown;
  type.other = value.type.other;
  return type;
}

/// Without a value for its attribute the node means nothing.
bool needsAttribute(const Node &node, const std::string &name) {
  if (!node.schema)
    return false;
  if (node.domain.empty() && node.opType == "Constant")
    return true;
  auto found = node.schema->attributes().find(name);
  return found != node.schema->attributes().end() && found->second.required;
}

class Copier {
public:
  explicit Copier(const CopyOptions &options) : options(options) {}

  Status run(Instance &instance, Graph &to) {
    root = &instance;
    stack.push_back({&instance.function->body, &to, &instance});
    while (!stack.empty()) {
      Frame &frame = stack.back();
      if (frame.next == frame.from->nodes.size()) {
        if (Status status = leave(frame))
          return status;
        stack.pop_back();
        continue;
      }
      const Node &node = *frame.from->nodes[frame.next++];
      if (node.callee && options.inlineCalls)
        enterCall(node, frame);
      else if (Status status = copyNode(node, frame))
        return status;
    }
    return std::nullopt;
  }

private:
  /// A graph that is being copied: a body, or a nested graph.
  struct Frame {
    const Graph *from;
    Graph *to;
    Instance *instance;
    size_t next = 0;
    const Node *call = nullptr; ///< whose callee's body this is
    Instance *caller = nullptr;
    std::unique_ptr<Instance> owned = nullptr;
  };

  static Value *copyOf(const Value *value, const Instance &instance) {
    auto found = instance.values.find(value);
    return found == instance.values.end() ? nullptr : found->second;
  }

  Status leave(Frame &frame) {
    if (frame.call) {
      for (size_t i = 0; i < frame.call->outputs.size(); ++i)
        frame.caller->values[frame.call->outputs[i].get()] =
            i < frame.from->outputs.size() ? copyOf(frame.from->outputs[i], *frame.instance) : nullptr;
      return std::nullopt;
    }
    if (frame.from == &frame.instance->function->body)
      return std::nullopt; // the root's, whose outputs are the caller's business
    for (const Value *output : frame.from->outputs) {
      Value *copied = copyOf(output, *frame.instance);
      if (!copied)
        return Error{ErrorId::MissingInput,
                     "a nested graph of " + quoted(*frame.instance->function) +
                         " returns an input that the call of the function omits",
                     -1,
                     {}};
      frame.to->outputs.push_back(copied);
    }
    return std::nullopt;
  }

  /// What stands in the copy for an attribute; null: it is absent.
  const onnx::AttributeProto *bound(const Attribute &attribute, const Instance &instance) const {
    const std::string &reference = attribute.proto.ref_attr_name();
    return reference.empty() || !instance.attributes ? &attribute.proto : instance.attribute(reference);
  }

  void enterCall(const Node &call, Frame &frame) {
    const Function &callee = *call.callee;
    auto instance = std::make_unique<Instance>();
    instance->function = &callee;
    instance->location = call.location ? call.location : frame.instance->location;
    instance->scope = joined(frame.instance->scope, call.scope);
    for (size_t i = 0; i < callee.body.inputs.size(); ++i)
      instance->values[callee.body.inputs[i].get()] =
          i < call.inputs.size() && call.inputs[i] ? copyOf(call.inputs[i], *frame.instance) : nullptr;
    instance->attributes.emplace();
    for (const AttributeParam &param : callee.attributes) {
      const Attribute *given = call.attribute(param.name);
      const onnx::AttributeProto *value = given                ? bound(*given, *frame.instance)
                                          : param.defaultValue ? &*param.defaultValue
                                                               : nullptr;
      if (!value)
        continue;
      instance->attributes->push_back(*value);
      instance->attributes->back().set_name(param.name);
    }
    Frame next{&callee.body, frame.to, instance.get(), 0, &call, frame.instance, std::move(instance)};
    stack.push_back(std::move(next));
  }

  std::unique_ptr<Node> newNode(const Node &from, const Instance &instance) const {
    auto node = std::make_unique<Node>();
    node->domain = from.domain;
    node->opType = from.opType;
    node->overload = from.overload;
    node->sinceVersion = from.sinceVersion;
    node->schema = from.schema;
    node->callee = from.callee && options.callee ? options.callee(from.callee) : from.callee;
    node->location = from.location ? from.location : instance.location;
    node->givesNumber = from.givesNumber;
    node->scope = joined(instance.scope, from.scope);
    node->imported = from.imported;
    for (const Value *input : from.inputs)
      node->inputs.push_back(input ? copyOf(input, instance) : nullptr);
    return node;
  }

  Status copyNode(const Node &from, Frame &frame) {
    Instance &instance = *frame.instance;
    Graph &to = *frame.to;
    if (Status status = useDomain(from, *instance.function, *to.function))
      return status;
    Node *added = to.addNode(newNode(from, instance));
    for (const auto &output : from.outputs)
      addOutput(*output, *added, instance);
    for (const Attribute &attribute : from.attributes) {
      const onnx::AttributeProto *proto = bound(attribute, instance);
      if (!proto && needsAttribute(from, attribute.proto.name()))
        return Error{ErrorId::MissingAttribute,
                     "the call gives attribute '" + attribute.proto.ref_attr_name() + "' of " +
                         quoted(*instance.function) + " no value, which '" + from.opType + "' needs",
                     -1,
                     {}};
      if (!proto)
        continue;
      Attribute &copied = added->attributes.emplace_back();
      copied.proto = *proto;
      copied.proto.set_name(attribute.proto.name());
      if (attribute.graph)
        enterNested(*attribute.graph, copied, *added, instance);
    }
    return std::nullopt;
  }

  std::string hintOf(const Value &value, const Instance &instance) const {
    std::string hint = value.hint;
    for (int i = 1; &instance != root && options.reserved && options.reserved->contains(hint); ++i)
      hint = value.hint + "_" + std::to_string(i);
    return hint;
  }

  void addOutput(const Value &from, Node &node, Instance &instance) const {
    auto value = std::make_unique<Value>();
    value->producer = &node;
    value->index = from.index;
    value->graph = node.graph;
    value->hint = hintOf(from, instance);
    value->type = options.keepTypes ? from.type : typeForAllCalls(from);
    value->typeKnown = options.keepTypes && from.typeKnown;
    value->declared = from.declared || (!options.keepTypes && value->type.elem.isKnown());
    instance.values[&from] = value.get();
    node.outputs.push_back(std::move(value));
  }

  void enterNested(const Graph &from, Attribute &attribute, Node &owner, Instance &instance) {
    attribute.graph = std::make_unique<Graph>(*owner.graph->function, owner.graph);
    attribute.graph->owner = &owner;
    attribute.graph->name = from.name;
    attribute.graph->outputHints = from.outputHints;
    for (const auto &input : from.inputs) {
      Type type = options.keepTypes    ? input->type
                  : options.formalType ? options.formalType(instance, input.get())
                                       : typeForAllCalls(*input);
      instance.values[input.get()] = attribute.graph->addInput(hintOf(*input, instance), std::move(type));
    }
    stack.push_back({&from, attribute.graph.get(), &instance});
  }

  /// The version of the domain that an operator of a body needs, in the function that the copy is for.
  static Status useDomain(const Node &node, const Function &from, Function &to) {
    if (node.callee || node.domain.empty())
      return std::nullopt;
    auto own = from.opsetImports.find(node.domain);
    int64_t version = own != from.opsetImports.end() ? own->second : std::max(node.sinceVersion, 1);
    auto [found, isNew] = to.opsetImports.try_emplace(node.domain, version);
    if (isNew || found->second == version)
      return std::nullopt;
    return Error{ErrorId::WrongOpset,
                 quoted(from) + " uses version " + std::to_string(version) + " of the domain '" + node.domain +
                     "', and what it is inlined into version " + std::to_string(found->second),
                 -1,
                 {}};
  }

  const CopyOptions &options;
  const Instance *root = nullptr;
  std::deque<Frame> stack; ///< a deque: what calls and nested graphs push does not move the frames below
};

} // namespace

Instance::Instance() = default;
Instance::~Instance() = default;

const onnx::AttributeProto *Instance::attribute(const std::string &name) const {
  if (attributes)
    for (const onnx::AttributeProto &attribute : *attributes)
      if (attribute.name() == name)
        return &attribute;
  return nullptr;
}

Status copyBody(Instance &instance, Graph &to, const CopyOptions &options) { return Copier(options).run(instance, to); }

std::shared_ptr<Function> copySignature(const Function &function, Instance &instance) {
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
  copy->optionalInputs = function.optionalInputs;
  copy->typeVars = function.typeVars;
  copy->metadata = function.metadata;
  copy->location = function.location;
  instance.function = &function;
  for (const auto &input : function.body.inputs)
    instance.values[input.get()] = copy->body.addInput(input->hint, input->type);
  return copy;
}

std::shared_ptr<Function> cloneFunction(const Function &function,
                                        const std::function<const Function *(const Function *)> &callees) {
  Instance instance;
  std::shared_ptr<Function> copy = copySignature(function, instance);
  CopyOptions options;
  options.callee = callees;
  options.keepTypes = true;
  // Nothing is bound and every domain is imported already, so that nothing can fail.
  [[maybe_unused]] Status status = copyBody(instance, copy->body, options);
  assert(!status);
  for (const Value *output : function.body.outputs)
    copy->body.outputs.push_back(instance.values.at(output));
  return copy;
}

} // namespace onnxc::graph
