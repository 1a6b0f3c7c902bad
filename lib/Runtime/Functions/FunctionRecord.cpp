//===- FunctionRecord.cpp - What is known of an annotated function --------===//
#include "Runtime/Functions/FunctionRecord.h"
#include "Runtime/Functions/TemplateText.h"
#include <algorithm>
#include <string_view>

namespace onnxc::runtime {

using stub::detail::DeclaredType;
using stub::detail::SignatureSink;

namespace {

/// Collects a signature into a record.
class Collector final : public SignatureSink {
public:
  explicit Collector(FunctionRecord &record) : record(record) {}
  void input(Form form, const DeclaredType &type) override { current().leaves.push_back({form, type}); }
  void attribute(AttributeKind kind, bool optional, Special special, const std::type_info &) override {
    if (depth)
      return;
    ParameterShape &parameter = current();
    parameter.isAttribute = true;
    parameter.kind = kind;
    parameter.special = special;
    parameter.optional = optional;
  }
  void beginStruct() override {
    if (depth == 0)
      current().isStruct = true;
    ++depth;
  }
  void endStruct() override {
    if (--depth == 0 && record.parameters.back().leaves.empty())
      record.parameters.back().isAttribute = true;
  }
  void output(bool variadic, const DeclaredType &type) override {
    record.outputs.push_back({variadic ? Form::Variadic : Form::Single, type});
    record.variadicOutputs |= variadic;
  }

private:
  ParameterShape &current() {
    if (depth == 0)
      record.parameters.emplace_back();
    return record.parameters.back();
  }
  FunctionRecord &record;
  int depth = 0;
};

/// "a,b.c" at the index, or none.
std::string listItem(const char *list, size_t index) {
  if (!list)
    return {};
  std::string_view rest = list;
  for (; index > 0; --index) {
    size_t comma = rest.find(',');
    if (comma == std::string_view::npos)
      return {};
    rest.remove_prefix(comma + 1);
  }
  return std::string(rest.substr(0, rest.find(',')));
}

} // namespace

FunctionRecord::FunctionRecord(stub::detail::Entry &entry)
    : entry(&entry), templateText(runtime::templateText(*entry.key)) {
  Collector collector(*this);
  entry.describe(collector);
}

std::string FunctionRecord::parameterName(size_t index) const {
  const stub::Descriptor &descriptor = *entry->descriptor;
  std::string name = index < descriptor.parameterCount ? descriptor.parameters[index].name : "";
  return name.empty() ? "x" + std::to_string(index) : name;
}

std::string FunctionRecord::leafName(size_t parameter, size_t leaf) const {
  std::string name = parameterName(parameter);
  if (parameter >= parameters.size())
    return name;
  const ParameterShape &shape = parameters[parameter];
  if (!shape.isStruct)
    return shape.isVariadic() ? name + "_" + std::to_string(leaf) : name;
  const stub::Descriptor &descriptor = *entry->descriptor;
  std::string member =
      parameter < descriptor.parameterCount ? listItem(descriptor.parameters[parameter].members, leaf) : "";
  return name + "." + (member.empty() ? std::to_string(leaf) : member);
}

std::string FunctionRecord::outputName(size_t index, size_t count) const {
  std::string name = listItem(entry->descriptor->outputs, index);
  if (!name.empty())
    return name;
  return count == 1 ? "y" : "y" + std::to_string(index);
}

const DeclaredType *FunctionRecord::declared(size_t parameter, size_t leaf) const {
  if (parameter >= parameters.size() || parameters[parameter].leaves.empty())
    return nullptr;
  const auto &leaves = parameters[parameter].leaves;
  return &leaves[leaves.size() == 1 ? 0 : std::min(leaf, leaves.size() - 1)].type;
}

} // namespace onnxc::runtime
