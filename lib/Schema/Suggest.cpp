#include "Schema/Suggest.h"
#include "Schema/Schema.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace onnxc::schema {
namespace {

/// No name that is meant is longer, and the work is quadratic.
constexpr size_t longestName = 64;

/// A swap of two letters counts as two edits.
size_t nearEnough(std::string_view name) { return name.size() < 4 ? 1 : std::max<size_t>(2, name.size() / 3); }

} // namespace

size_t editDistance(std::string_view a, std::string_view b) {
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

std::string didYouMean(std::string_view wrong, const std::vector<std::string> &candidates) {
  if (wrong.size() > longestName)
    return {};
  const std::string *best = nullptr;
  size_t bestDistance = nearEnough(wrong) + 1;
  for (const std::string &candidate : candidates)
    if (size_t distance = editDistance(wrong, candidate); distance < bestDistance) {
      bestDistance = distance;
      best = &candidate;
    }
  return best ? "; did you mean '" + *best + "'?" : std::string();
}

std::vector<std::string> suggest(std::string_view domain, std::string_view name) {
  if (name.size() > longestName)
    return {};
  size_t limit = std::max<size_t>(1, name.size() / 3);
  std::vector<std::pair<size_t, std::string>> near;
  for (const OpSchema *schema : all()) {
    if (schema->domain() != canonicalDomain(domain) || (!near.empty() && near.back().second == schema->Name()))
      continue;
    size_t edits = editDistance(name, schema->Name());
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
