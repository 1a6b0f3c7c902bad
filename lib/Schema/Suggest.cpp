#include "Schema/Schema.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace onnxc::schema {
namespace {

/// Edits that turn `a` into `b`, letter case not counting.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      size_t replaced = diagonal + (lower(a[i]) != lower(b[j]));
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

} // namespace

std::vector<std::string> suggest(std::string_view domain, std::string_view name) {
  constexpr size_t longest = 64; // no operator has such a name, and the work is quadratic
  if (name.size() > longest)
    return {};
  size_t limit = std::max<size_t>(1, name.size() / 3);
  std::vector<std::pair<size_t, std::string>> near;
  for (const OpSchema *schema : all()) {
    if (schema->domain() != canonicalDomain(domain) || (!near.empty() && near.back().second == schema->Name()))
      continue;
    size_t edits = distance(name, schema->Name());
    if (edits <= limit)
      near.emplace_back(edits, schema->Name());
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string> names;
  for (size_t i = 0; i < near.size() && i < 3; ++i)
    names.push_back(near[i].second);
  return names;
}

} // namespace onnxc::schema
