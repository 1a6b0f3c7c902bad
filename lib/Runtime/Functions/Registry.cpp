//===- Registry.cpp - The annotated functions that are linked in ----------===//
#include "Runtime/Functions/Registry.h"
#include "Runtime/Session/Names.h"
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <typeindex>

namespace onnxc::runtime {

namespace {

using stub::detail::Entry;

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

} // namespace

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
  runtime::FunctionRecord &record = all.records.emplace_back(entry);
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

} // namespace onnxc::stub::detail
