//===- SchemaInfo.cpp - An operator's schema, ready for type checks -----------===//
#include "Graph/Inference/SchemaInfo.h"
#include "Schema/Schema.h"
#include "Schema/Suggest.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <unordered_map>

namespace onnxc::graph {

namespace {

void addType(TypeSet &set, std::string_view text) {
  std::optional<Type> type;
  auto strip = [&](std::string_view prefix) {
    if (!text.starts_with(prefix) || !text.ends_with(')'))
      return false;
    text = text.substr(prefix.size(), text.size() - prefix.size() - 1);
    return true;
  };
  bool optional = strip("optional(");
  bool sequence = strip("seq(");
  std::optional<DType> dtype = strip("tensor(") ? dtypeNamed(text) : std::nullopt;
  if (!dtype) {
    set.others = true;
    return;
  }
  Type::Kind kind = optional ? (sequence ? Type::Kind::OptionalSequence : Type::Kind::OptionalTensor)
                             : (sequence ? Type::Kind::Sequence : Type::Kind::Tensor);
  set.bits[static_cast<size_t>(kind)] |= uint64_t(1) << static_cast<unsigned>(*dtype);
}

/// Operators whose groups differ only in the kind: a sequence of T, a T.
bool linksGroups(const std::string &name) {
  static const char *const names[] = {"SequenceAt",         "SequenceConstruct", "SequenceInsert",     "SequenceErase",
                                      "ConcatFromSequence", "SplitToSequence",   "OptionalGetElement", "Optional"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::vector<Formal> formalsOf(const onnx::OpSchema &schema,
                              const std::vector<onnx::OpSchema::FormalParameter> &parameters,
                              std::unordered_map<std::string, int> &groups,
                              std::unordered_map<std::string, TypeSet> &sets) {
  std::vector<Formal> formals;
  bool linked = schema.domain().empty() && linksGroups(schema.Name());
  for (const auto &parameter : parameters) {
    Formal formal;
    formal.name = parameter.GetName();
    formal.optional = parameter.GetOption() == onnx::OpSchema::Optional;
    formal.variadic = parameter.GetOption() == onnx::OpSchema::Variadic;
    formal.homogeneous = parameter.GetIsHomogeneous();
    formal.minArity = parameter.GetMinArity();
    const std::string &text = parameter.GetTypeStr();
    auto [set, isNew] = sets.try_emplace(text);
    if (isNew)
      for (onnx::DataType type : parameter.GetTypes())
        addType(set->second, *type);
    formal.allowed = set->second;
    bool isVariable = schema.typeConstraintMap().contains(text);
    if (isVariable && (!formal.variadic || formal.homogeneous))
      formal.group =
          groups.try_emplace(linked && text != "I" ? "T" : text, static_cast<int>(groups.size())).first->second;
    formals.push_back(std::move(formal));
  }
  return formals;
}

ShapeRule shapeRule(const onnx::OpSchema &schema) {
  static const std::unordered_map<std::string_view, ShapeRule> rules = [] {
    std::unordered_map<std::string_view, ShapeRule> all;
    for (const char *name :
         {"Abs",        "Acos",      "Acosh",    "Asin",        "Asinh",     "Atan",     "Atanh",
          "Cast",       "CastLike",  "Ceil",     "Celu",        "Cos",       "Cosh",     "Elu",
          "Erf",        "Exp",       "Floor",    "HardSigmoid", "HardSwish", "Identity", "IsInf",
          "IsNaN",      "LeakyRelu", "Log",      "Mish",        "Neg",       "Not",      "BitwiseNot",
          "Reciprocal", "Relu",      "Round",    "Selu",        "Sigmoid",   "Sign",     "Sin",
          "Sinh",       "Softplus",  "Softsign", "Sqrt",        "Tan",       "Tanh",     "ThresholdedRelu"})
      all.emplace(name, ShapeRule::Unary);
    for (const char *name : {"Add",        "And",         "BitShift", "BitwiseAnd", "BitwiseOr",
                             "BitwiseXor", "Div",         "Equal",    "Greater",    "GreaterOrEqual",
                             "Less",       "LessOrEqual", "Max",      "Min",        "Mod",
                             "Mul",        "Or",          "Pow",      "Sub",        "Where",
                             "Xor"})
      all.emplace(name, ShapeRule::Broadcast);
    return all;
  }();
  auto found = rules.find(schema.Name());
  // Before opset 7, broadcasting was an attribute.
  return schema.domain().empty() && found != rules.end() &&
                 (found->second == ShapeRule::Unary || schema.SinceVersion() >= 7)
             ? found->second
             : ShapeRule::Inferred;
}

std::unique_ptr<SchemaInfo> makeInfo(const onnx::OpSchema &schema) {
  auto info = std::make_unique<SchemaInfo>();
  std::unordered_map<std::string, int> groups;
  std::unordered_map<std::string, TypeSet> sets;
  info->inputs = formalsOf(schema, schema.inputs(), groups, sets);
  info->outputs = formalsOf(schema, schema.outputs(), groups, sets);
  info->groups = static_cast<int>(groups.size());
  for (const auto &[name, attribute] : schema.attributes())
    if (attribute.required)
      info->requiredAttributes.push_back(name);
  std::sort(info->requiredAttributes.begin(), info->requiredAttributes.end());
  if (schema.has_type_and_shape_inference_function())
    info->infer = schema.GetTypeAndShapeInferenceFunction();
  info->shapes = shapeRule(schema);
  return info;
}

} // namespace

DType TypeSet::onlyElement() const {
  uint64_t all = elements();
  return std::has_single_bit(all) && !others ? static_cast<DType>(std::countr_zero(all)) : DType::UNDEFINED;
}

Type::Kind TypeSet::onlyKind() const {
  Type::Kind only = others ? Type::Kind::Other : Type::Kind::Unknown;
  for (size_t i = 0; i < bits.size(); ++i) {
    if (!bits[i])
      continue;
    if (only != Type::Kind::Unknown)
      return Type::Kind::Unknown;
    only = static_cast<Type::Kind>(i);
  }
  return only;
}

const SchemaInfo &schemaInfo(const onnx::OpSchema &schema) {
  // A cache a thread: no locks, and builders on different threads stay independent.
  static thread_local std::unordered_map<const onnx::OpSchema *, std::unique_ptr<SchemaInfo>> cache;
  std::unique_ptr<SchemaInfo> &info = cache[&schema];
  if (!info)
    info = makeInfo(schema);
  return *info;
}

const onnx::OpSchema *findSchema(const std::string &domain, const std::string &opType, int64_t opset) {
  return schema::find(domain, opType, static_cast<int>(opset));
}

bool hasSchemas(const std::string &domain) {
  return onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map().contains(domain);
}

std::string suggestOperator(const std::string &domain, const std::string &opType) {
  std::vector<std::string> names = schema::suggest(domain, opType);
  return names.empty() ? "" : "; did you mean '" + names.front() + "'?";
}

} // namespace onnxc::graph
