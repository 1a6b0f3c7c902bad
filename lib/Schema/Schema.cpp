#include "Schema/Schema.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace onnxc::schema {
namespace {

using Versions = std::span<const OpSchema *const>;

struct Table {
  std::vector<const OpSchema *> schemas; // by domain, name and version
  // Domain, then name; the keys point into the schemas, the values into `schemas`.
  std::unordered_map<std::string_view, std::unordered_map<std::string_view, Versions>> operators;
};

Table makeTable() {
  // The registry hands out copies; only look-ups give pointers to the schemas that it keeps.
  Table table;
  for (const OpSchema &copy : ONNX_NAMESPACE::OpSchemaRegistry::get_all_schemas_with_history())
    table.schemas.push_back(ONNX_NAMESPACE::OpSchemaRegistry::Schema(copy.Name(), copy.SinceVersion(), copy.domain()));
  std::sort(table.schemas.begin(), table.schemas.end(), [](const OpSchema *a, const OpSchema *b) {
    int aVersion = a->SinceVersion(), bVersion = b->SinceVersion();
    return std::tie(a->domain(), a->Name(), aVersion) < std::tie(b->domain(), b->Name(), bVersion);
  });
  for (size_t begin = 0, end; begin < table.schemas.size(); begin = end) {
    const OpSchema &first = *table.schemas[begin];
    for (end = begin + 1; end < table.schemas.size(); ++end)
      if (table.schemas[end]->Name() != first.Name() || table.schemas[end]->domain() != first.domain())
        break;
    table.operators[first.domain()][first.Name()] = Versions(&table.schemas[begin], end - begin);
  }
  return table;
}

const Table &table() {
  static const Table &theTable = *new Table(makeTable()); // never destroyed: static destructors may still look up
  return theTable;
}

} // namespace

std::string_view canonicalDomain(std::string_view domain) { return domain == "ai.onnx" ? "" : domain; }

Versions versions(std::string_view domain, std::string_view name) {
  auto inDomain = table().operators.find(canonicalDomain(domain));
  if (inDomain == table().operators.end())
    return {};
  auto found = inDomain->second.find(name);
  return found == inDomain->second.end() ? Versions() : found->second;
}

const OpSchema *find(std::string_view domain, std::string_view name, int opsetVersion) {
  const OpSchema *newest = nullptr;
  for (const OpSchema *schema : versions(domain, name))
    if (schema->SinceVersion() <= opsetVersion)
      newest = schema;
  return newest;
}

const OpSchema *findSince(std::string_view domain, std::string_view name, int sinceVersion) {
  const OpSchema *schema = find(domain, name, sinceVersion);
  return schema && schema->SinceVersion() == sinceVersion ? schema : nullptr;
}

Versions all() { return table().schemas; }

int newestOpset(std::string_view domain) {
  const auto &released = ONNX_NAMESPACE::OpSchemaRegistry::DomainToVersionRange::Instance().LastReleaseVersionMap();
  auto found = released.find(std::string(canonicalDomain(domain)));
  return found == released.end() ? 0 : found->second;
}

} // namespace onnxc::schema
