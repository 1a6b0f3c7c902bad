//===- Builder.cpp - Makes schema-checked nodes ------------------------------===//
#include "Graph/Building/Builder.h"
#include "Graph/Inference/Inference.h"
#include "Graph/Inference/SchemaInfo.h"
#include "Schema/Schema.h"
#include "Schema/Suggest.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

std::string quoted(const Node &node) {
  return "'" + (node.domain.empty() ? "" : node.domain + ".") + node.opType + "'";
}

std::string countText(int low, int high) {
  if (high >= INT32_MAX)
    return "at least " + std::to_string(low);
  return low == high ? std::to_string(low) : std::to_string(low) + " to " + std::to_string(high);
}

std::string sinceText(const onnx::OpSchema &schema) { return std::to_string(schema.SinceVersion()); }

/// The opset of ai.onnx.ml that was released with an opset of ai.onnx.
int64_t mlOpsetFor(int64_t opset) { return opset < 16 ? 2 : opset < 20 ? 3 : opset < 21 ? 4 : 5; }

const char *kindName(onnx::AttributeProto::AttributeType type) {
  switch (type) {
  case onnx::AttributeProto::FLOAT:
    return "a float";
  case onnx::AttributeProto::INT:
    return "an int";
  case onnx::AttributeProto::STRING:
    return "a string";
  case onnx::AttributeProto::TENSOR:
    return "a tensor";
  case onnx::AttributeProto::GRAPH:
    return "a graph";
  case onnx::AttributeProto::FLOATS:
    return "a list of floats";
  case onnx::AttributeProto::INTS:
    return "a list of ints";
  case onnx::AttributeProto::STRINGS:
    return "a list of strings";
  default:
    return "another type";
  }
}

Status checkAttribute(const Node &node, const Attribute &attribute) {
  const auto &known = node.schema->attributes();
  auto found = known.find(attribute.proto.name());
  if (found == known.end()) {
    std::vector<std::string> names;
    for (const auto &[name, unused] : known)
      names.push_back(name);
    std::sort(names.begin(), names.end());
    return Error{ErrorId::UnknownAttribute,
                 quoted(node) + " has no attribute '" + attribute.proto.name() + "'" +
                     schema::didYouMean(attribute.proto.name(), names),
                 -1,
                 {}};
  }
  if (found->second.type != attribute.proto.type())
    return Error{ErrorId::AttributeType,
                 "attribute '" + attribute.proto.name() + "' of " + quoted(node) + " is " +
                     kindName(found->second.type) + ", not " + kindName(attribute.proto.type()),
                 -1,
                 {}};
  return std::nullopt;
}

} // namespace

Result<int64_t> Builder::opsetOf(const std::string &domain, int sinceVersion) {
  if (domain.empty())
    return fn->opset;
  auto found = fn->opsetImports.find(domain);
  if (found != fn->opsetImports.end()) {
    if (!hasSchemas(domain))
      found->second = std::max<int64_t>(found->second, sinceVersion);
    return found->second;
  }
  int64_t version = domain == "ai.onnx.ml" ? mlOpsetFor(fn->opset)
                    : hasSchemas(domain)   ? schema::newestOpset(domain)
                                           : std::max(sinceVersion, 1);
  return fn->opsetImports.emplace(domain, version).first->second;
}

Status Builder::findOperator(Node &node, int sinceVersion) {
  node.domain = schema::canonicalDomain(node.domain);
  int64_t opset = *opsetOf(node.domain, sinceVersion);
  node.schema = findSchema(node.domain, node.opType, opset);
  if (!node.schema) {
    if (!hasSchemas(node.domain)) {
      node.sinceVersion = std::max(sinceVersion, 1);
      return std::nullopt;
    }
    auto versions = schema::versions(node.domain, node.opType);
    if (versions.empty())
      return Error{ErrorId::UnknownOperator,
                   "there is no operator " + quoted(node) + suggestOperator(node.domain, node.opType),
                   -1,
                   {}};
    return Error{ErrorId::UnknownOperator,
                 quoted(node) + " exists since opset " + sinceText(*versions.front()) + ", the opset is " +
                     std::to_string(opset),
                 -1,
                 {}};
  }
  if (node.schema->Deprecated())
    return Error{
        ErrorId::UnknownOperator, quoted(node) + " is deprecated since opset " + sinceText(*node.schema), -1, {}};
  node.sinceVersion = node.schema->SinceVersion();
  if (sinceVersion != 0 && sinceVersion != node.sinceVersion)
    return Error{ErrorId::WrongOpset,
                 quoted(node) + " of version " + std::to_string(sinceVersion) + " is used, but opset " +
                     std::to_string(opset) + (node.domain.empty() ? "" : " of " + node.domain) + " has version " +
                     std::to_string(node.sinceVersion),
                 -1,
                 {}};
  return std::nullopt;
}

Status Builder::checkOperator(const std::string &domain, const std::string &opType, int sinceVersion) {
  Node node;
  node.domain = domain;
  node.opType = opType;
  return findOperator(node, sinceVersion);
}

Status Builder::checkInputs(const Node &node, std::vector<Operand> &inputs) {
  const SchemaInfo &info = schemaInfo(*node.schema);
  int low = node.schema->min_input(), high = node.schema->max_input();
  if (static_cast<int64_t>(inputs.size()) > high)
    return Error{ErrorId::InputCount,
                 quoted(node) + " takes " + countText(low, high) + (high == 1 ? " input" : " inputs") + ", not " +
                     std::to_string(inputs.size()),
                 high,
                 {}};
  for (size_t i = 0; i < info.inputs.size(); ++i) {
    const Formal &formal = info.inputs[i];
    size_t given =
        formal.variadic ? inputs.size() - std::min(i, inputs.size()) : i < inputs.size() && !inputs[i].isAbsent();
    if (formal.optional || given >= static_cast<size_t>(formal.variadic ? formal.minArity : 1))
      continue;
    return Error{ErrorId::MissingInput,
                 "input '" + formal.name + "' of " + quoted(node) + " is required",
                 static_cast<int>(i),
                 {}};
  }
  return std::nullopt;
}

/// ONNX has no gaps in a variadic input.
Status Builder::checkVariadic(const Node &node, const std::vector<Operand> &inputs) {
  const SchemaInfo &info = schemaInfo(*node.schema);
  if (info.inputs.empty() || !info.inputs.back().variadic)
    return std::nullopt;
  for (size_t i = info.inputs.size() - 1; i < inputs.size(); ++i)
    if (inputs[i].isAbsent())
      return Error{ErrorId::MissingInput,
                   "an element of input '" + info.inputs.back().name + "' of " + quoted(node) + " is omitted",
                   static_cast<int>(i),
                   {}};
  return std::nullopt;
}

Status Builder::checkAttributes(const Node &node) {
  for (const Attribute &attribute : node.attributes)
    if (Status status = checkAttribute(node, attribute))
      return status;
  for (const std::string &name : schemaInfo(*node.schema).requiredAttributes)
    if (!node.attribute(name))
      return Error{ErrorId::MissingAttribute, "attribute '" + name + "' of " + quoted(node) + " is required", -1, {}};
  return std::nullopt;
}

/// The element type that numbers take which meet only numbers: the one that the schema wants, or their own if it is
/// allowed.
Result<DType> Builder::typeForGroup(const Node &node, int group, const std::vector<Operand> &inputs) {
  const SchemaInfo &info = schemaInfo(*node.schema);
  uint64_t allowed = ~uint64_t(0);
  DType own = DType::UNDEFINED;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Formal *formal = info.input(i);
    if (inputs[i].isAbsent() || formal->group != group)
      continue;
    allowed &= formal->allowed.bits[0];
    DType mine = defaultOf(inputs[i]);
    if (own == DType::UNDEFINED || (isFloat(mine) && !isFloat(own)) || (own == DType::BOOL && mine != DType::STRING))
      own = mine;
  }
  auto allows = [&](DType dtype) { return allowed >> static_cast<unsigned>(dtype) & 1; };
  if (own == DType::STRING || allows(own))
    return own;
  for (DType dtype : {DType::INT64, DType::FLOAT, DType::DOUBLE, DType::INT32, DType::BOOL})
    if (allows(dtype) && (isFloat(dtype) || !isFloat(own)))
      return dtype;
  for (unsigned i = 1; i < 64; ++i)
    if (allows(static_cast<DType>(i)))
      return static_cast<DType>(i);
  return own;
}

/// Turns operands into values: numbers take the element type of their type group.
Status Builder::takeOperands(Node &node, std::vector<Operand> &inputs) {
  struct GroupType {
    bool isFound = false;
    ElemType elem;
    Value *like = nullptr;
  };
  const SchemaInfo *info = node.schema ? &schemaInfo(*node.schema) : nullptr;
  std::vector<GroupType> groups(info ? info->groups : 0);
  auto findGroup = [&](int index) -> Status {
    GroupType &group = groups[index];
    group.isFound = true;
    for (size_t i = 0; i < inputs.size() && !group.elem.isKnown(); ++i)
      if (const Formal *formal = info->input(i); formal->group == index && inputs[i].value && !inputs[i].isFlexible()) {
        ElemType elem = elemOf(inputs[i].value);
        if (!elem.isKnown() && group.like)
          continue;
        Type::Kind kind = typeOf(inputs[i].value).kind;
        group.elem = elem;
        group.like = kind == Type::Kind::Tensor || kind == Type::Kind::Unknown ? inputs[i].value : nullptr;
      }
    if (group.elem.isKnown() || group.like)
      return std::nullopt;
    Result<DType> dtype = typeForGroup(node, index, inputs);
    group.elem = *dtype;
    return std::nullopt;
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    Operand &operand = inputs[i];
    if (!operand.isFlexible()) {
      node.inputs.push_back(operand.value);
      continue;
    }
    const Formal *formal = info ? info->input(i) : nullptr;
    Result<Value *> value = nullptr;
    if (formal && formal->group >= 0) {
      if (!groups[formal->group].isFound)
        if (Status status = findGroup(formal->group))
          return status;
      GroupType &group = groups[formal->group];
      value = group.elem.isKnown() ? materialise(operand, group.elem) : castLike(operand, group.like);
    } else if (DType only = formal ? formal->allowed.onlyElement() : DType::UNDEFINED; only != DType::UNDEFINED) {
      value = materialise(operand, only);
    } else {
      value = materialise(operand);
    }
    if (!value) {
      value.error().operand = static_cast<int>(i);
      return value.error();
    }
    node.inputs.push_back(*value);
  }
  return std::nullopt;
}

static Status checkNesting(const Node &node, const Graph *graph) {
  if (std::none_of(node.attributes.begin(), node.attributes.end(),
                   [](const Attribute &attribute) { return attribute.graph != nullptr; }))
    return std::nullopt;
  int64_t depth = 1;
  while ((graph = graph->parent))
    ++depth;
  if (depth <= maxNesting)
    return std::nullopt;
  return Error{ErrorId::TooLarge,
               "branches and loops are nested more than " + std::to_string(maxNesting) +
                   " deep, which no reader of models takes; make functions of the inner ones",
               -1,
               {}};
}

Result<Node *> Builder::makeNode(std::unique_ptr<Node> node) {
  if (Status status = checkNesting(*node, current))
    return std::move(*status);
  node->location = location;
  node->scope = scope;
  for (Attribute &attribute : node->attributes)
    if (attribute.graph)
      attribute.graph->parent = current;
  Node *made = current->addNode(std::move(node));
  if (checkTypes)
    if (Status status = inferNode(*made)) {
      current->nodes.pop_back();
      return std::move(*status);
    }
  return made;
}

/// Split without sizes must be told into how many parts, from the version on that has the attribute.
static void addPartCount(Node &node, size_t inputs, int outputs) {
  const char *name = "num_outputs";
  bool wanted = node.opType == "Split" && node.domain.empty() && inputs < 2 && outputs > 0;
  if (wanted && node.schema->attributes().count(name) && !node.attribute(name))
    node.attributes.push_back(attr(name, static_cast<int64_t>(outputs)));
}

Result<std::vector<Value *>> Builder::op(const std::string &domain, const std::string &opType,
                                         std::vector<Operand> inputs, Attributes attributes, int numOutputs,
                                         int sinceVersion) {
  auto node = std::make_unique<Node>();
  node->domain = domain;
  node->opType = opType;
  node->attributes = std::move(attributes);
  if (Status status = findOperator(*node, sinceVersion))
    return std::move(*status);
  if (node->schema)
    if (Status status = checkVariadic(*node, inputs))
      return std::move(*status);
  while (!inputs.empty() && inputs.back().isAbsent())
    inputs.pop_back();
  if (node->schema) {
    if (Status status = checkInputs(*node, inputs))
      return std::move(*status);
    addPartCount(*node, inputs.size(), numOutputs);
    if (Status status = checkAttributes(*node))
      return std::move(*status);
  }
  int wanted = numOutputs;
  if (node->schema) {
    const auto &formals = schemaInfo(*node->schema).outputs;
    bool isVariadic = !formals.empty() && formals.back().variadic;
    if (numOutputs < 0)
      wanted = numOutputs = static_cast<int>(formals.size()) - (isVariadic ? 1 : 0);
    if (numOutputs > node->schema->max_output())
      return Error{ErrorId::OutputCount,
                   quoted(*node) + " has " + countText(node->schema->min_output(), node->schema->max_output()) +
                       (node->schema->max_output() == 1 ? " output" : " outputs") + ", not " +
                       std::to_string(numOutputs),
                   -1,
                   {}};
    wanted = std::max(numOutputs, node->schema->min_output());
  }
  if (Status status = takeOperands(*node, inputs))
    return std::move(*status);
  for (int i = 0; i < wanted; ++i)
    node->outputs.push_back(std::make_unique<Value>());
  Result<Node *> made = makeNode(std::move(node));
  if (!made)
    return made.error();
  std::vector<Value *> outputs;
  for (int i = 0; i < numOutputs; ++i)
    outputs.push_back((*made)->outputs[i].get());
  return outputs;
}

Result<Value *> Builder::op(const char *opType, std::vector<Operand> inputs, Attributes attributes) {
  auto outputs = op("", opType, std::move(inputs), std::move(attributes));
  if (!outputs)
    return outputs.error();
  return (*outputs)[0];
}

static Attribute named(const std::string &name, onnx::AttributeProto::AttributeType type) {
  Attribute attribute;
  attribute.proto.set_name(name);
  attribute.proto.set_type(type);
  return attribute;
}

Attribute attr(const std::string &name, int64_t value) {
  Attribute attribute = named(name, onnx::AttributeProto::INT);
  attribute.proto.set_i(value);
  return attribute;
}

Attribute attr(const std::string &name, float value) {
  Attribute attribute = named(name, onnx::AttributeProto::FLOAT);
  attribute.proto.set_f(value);
  return attribute;
}

Attribute attr(const std::string &name, const std::string &value) {
  Attribute attribute = named(name, onnx::AttributeProto::STRING);
  attribute.proto.set_s(value);
  return attribute;
}

Attribute attr(const std::string &name, std::vector<int64_t> value) {
  Attribute attribute = named(name, onnx::AttributeProto::INTS);
  attribute.proto.mutable_ints()->Add(value.begin(), value.end());
  return attribute;
}

Attribute attr(const std::string &name, std::vector<float> value) {
  Attribute attribute = named(name, onnx::AttributeProto::FLOATS);
  attribute.proto.mutable_floats()->Add(value.begin(), value.end());
  return attribute;
}

Attribute attr(const std::string &name, std::vector<std::string> value) {
  Attribute attribute = named(name, onnx::AttributeProto::STRINGS);
  for (std::string &text : value)
    attribute.proto.add_strings(std::move(text));
  return attribute;
}

Attribute attr(const std::string &name, onnx::TensorProto value) {
  Attribute attribute = named(name, onnx::AttributeProto::TENSOR);
  *attribute.proto.mutable_t() = std::move(value);
  return attribute;
}

Attribute attr(const std::string &name, std::unique_ptr<Graph> value) {
  Attribute attribute = named(name, onnx::AttributeProto::GRAPH);
  attribute.graph = std::move(value);
  return attribute;
}

Attribute attrRef(const std::string &name, const AttributeParam &param) {
  Attribute attribute = named(name, param.type);
  attribute.proto.set_ref_attr_name(param.name);
  return attribute;
}

} // namespace onnxc::graph
