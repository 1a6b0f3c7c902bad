//===- Registry.cpp - The annotated functions that are linked in ----------===//
#include "Runtime/Functions/Registry.h"
#include "Runtime/Functions/Text.h"
#include "Runtime/Session/Names.h"
#include "Runtime/Session/Session.h"
#include "Support/Overload.h"
#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <typeindex>

namespace onnxc::runtime {

namespace {

using stub::detail::DeclaredType;
using stub::detail::Entry;
using stub::detail::SignatureSink;

struct Registry {
  std::mutex mutex;
  std::deque<FunctionRecord> records;
  std::map<std::type_index, FunctionRecord *> byKey;
  std::map<std::pair<std::type_index, std::string>, std::type_index> byAddress;
  std::map<void (*)(), const stub::OperatorDescriptor *> operators;
  std::vector<const stub::Embedded *> unparsed;
  std::map<std::string, std::shared_ptr<const onnx::FunctionProto>> embedded;
};

Registry &registry() {
  static auto *instance = new Registry; // used by static objects of other files, at any time
  return *instance;
}

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

/// "float,3" of "onnxc::stub::Key<onnxc_generated::f_1, float, onnxc::stub::Value<3> >".
std::string templateText(const std::type_info &key) {
  std::string text = typeName(key);
  size_t first = text.find('<'), comma = first;
  int nesting = 0;
  for (size_t i = first; i < text.size(); ++i) {
    nesting += text[i] == '<' || text[i] == '(' || text[i] == '{';
    nesting -= text[i] == '>' || text[i] == ')' || text[i] == '}';
    if (text[i] == ',' && nesting == 1) {
      comma = i;
      break;
    }
  }
  if (comma == first || first == std::string::npos)
    return {};
  text = text.substr(comma + 1, text.size() - comma - 2);
  auto replace = [&](std::string_view from, std::string_view to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  };
  replace("onnxc::stub::Pack", "");
  replace("onnxc::stub::Template", "");
  for (size_t at = text.find("onnxc::stub::Value<"); at != std::string::npos; at = text.find("onnxc::stub::Value<")) {
    size_t inner = at + std::string_view("onnxc::stub::Value<").size(), end = inner;
    for (int open = 1; end < text.size(); ++end) {
      open += text[end] == '<' || text[end] == '(';
      open -= text[end] == '>' || text[end] == ')';
      if (open == 0)
        break;
    }
    std::string value = text.substr(inner, end - inner);
    while (!value.empty() && value.back() == ' ')
      value.pop_back();
    text = text.substr(0, at) + value + text.substr(std::min(end + 1, text.size()));
  }
  replace("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string");
  replace(" >", ">");
  replace(", ", ",");
  while (!text.empty() && text.front() == ' ')
    text.erase(0, 1);
  while (!text.empty() && text.back() == ' ')
    text.pop_back();
  return support::withInt64Names(text, std::is_same_v<int64_t, long>);
}

} // namespace

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

const FunctionRecord &recordOf(const Entry &entry) { return *static_cast<const FunctionRecord *>(entry.state); }

std::vector<const FunctionRecord *> allRecords() {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  std::vector<const FunctionRecord *> records;
  for (const FunctionRecord &record : all.records)
    records.push_back(&record);
  return records;
}

const FunctionRecord *findRecord(const std::type_info &pointerType, const void *bytes, size_t size) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  auto address = all.byAddress.find({pointerType, std::string(static_cast<const char *>(bytes), size)});
  if (address == all.byAddress.end())
    return nullptr;
  auto found = all.byKey.find(address->second);
  return found == all.byKey.end() ? nullptr : found->second;
}

void (*plainFunction(const void *bytes, size_t size))() {
  void (*function)() = nullptr;
  if (size == sizeof function)
    std::memcpy(static_cast<void *>(&function), bytes, size);
  return function;
}

const stub::OperatorDescriptor *findDeclaredOperator(void (*function)()) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  auto found = all.operators.find(function);
  return found == all.operators.end() ? nullptr : found->second;
}

std::shared_ptr<const onnx::FunctionProto> findEmbedded(const std::string &identity) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  for (const stub::Embedded *embedded : all.unparsed)
    for (size_t i = 0; i < embedded->count; ++i) {
      auto proto = std::make_shared<onnx::FunctionProto>();
      if (proto->ParseFromArray(embedded->protos[i].data, static_cast<int>(embedded->protos[i].size)))
        all.embedded.emplace(identityOf(proto->domain(), proto->name(), proto->overload()), std::move(proto));
    }
  all.unparsed.clear();
  auto found = all.embedded.find(identity);
  return found == all.embedded.end() ? nullptr : found->second;
}

} // namespace onnxc::runtime

bool onnxc::stub::addFunctions(const Embedded &functions) {
  runtime::Registry &all = runtime::registry();
  std::lock_guard lock(all.mutex);
  all.unparsed.push_back(&functions);
  return true;
}

bool onnxc::stub::addOperator(void (*function)(), const OperatorDescriptor &descriptor) {
  runtime::Registry &all = runtime::registry();
  std::lock_guard lock(all.mutex);
  all.operators.emplace(function, &descriptor);
  return true;
}

namespace onnxc::stub::detail {

void registerEntry(Entry &entry) {
  runtime::Registry &all = runtime::registry();
  std::lock_guard lock(all.mutex);
  runtime::FunctionRecord &record = all.records.emplace_back();
  record.entry = &entry;
  record.templateText = runtime::templateText(*entry.key);
  runtime::Collector collector(record);
  entry.describe(collector);
  entry.state = &record;
  all.byKey.emplace(*entry.key, &record);
  if (entry.embedded)
    all.unparsed.push_back(&entry.embedded());
}

void registerAddress(const std::type_info &key, const std::type_info &pointerType, const void *bytes, size_t size) {
  runtime::Registry &all = runtime::registry();
  std::lock_guard lock(all.mutex);
  all.byAddress.emplace(std::pair(std::type_index(pointerType), std::string(static_cast<const char *>(bytes), size)),
                        key);
}

void appendFunction(std::string &text, const std::type_info &pointerType, const void *bytes, size_t size) {
  const runtime::FunctionRecord *record = runtime::findRecord(pointerType, bytes, size);
  if (void (*plain)() = runtime::plainFunction(bytes, size); !record && plain) {
    if (const OperatorDescriptor *declared = runtime::findDeclaredOperator(plain)) {
      text += std::string(declared->domain) + "." + declared->name + ":" + std::to_string(declared->version);
      return;
    }
    if (const onnxc::detail::OperatorEntry *generated = onnxc::detail::findOperator(plain)) {
      text += std::string(generated->info.domain) + "." + generated->info.name + ":" +
              std::to_string(generated->info.sinceVersion);
      return;
    }
  }
  if (!record)
    runtime::fail("a function that is no annotated function is an argument of a traced function: it has no name that "
                  "the specialisation could "
                  "carry. Pass a lambda without captures");
  const Descriptor &descriptor = *record->entry->descriptor;
  text += runtime::fullName(descriptor) + ":" + descriptor.overload + record->templateText;
}

} // namespace onnxc::stub::detail
