#include "Stub/Edits.h"

#include <algorithm>
#include <tuple>

namespace onnxc::stub {

void Edits::insert(size_t offset, std::string text) {
  edits.push_back({offset, Plain, 0, edits.size(), 0, std::move(text)});
}

void Edits::wrap(size_t begin, size_t end, std::string before, std::string after) {
  edits.push_back({begin, Open, end, edits.size(), 0, std::move(before)});
  edits.push_back({end, Close, begin, edits.size(), 0, std::move(after)});
}

void Edits::replace(size_t begin, size_t end, std::string text) {
  edits.push_back({begin, Plain, 0, edits.size(), end - begin, std::move(text)});
}

bool Edits::before(const Edit &left, const Edit &right) {
  if (std::tie(left.offset, left.kind) != std::tie(right.offset, right.kind))
    return std::tie(left.offset, left.kind) < std::tie(right.offset, right.kind);
  // The innermost pair opened last; the outermost ends last. Pairs with equal ranges nest in the order of the calls.
  if (left.kind != Plain && left.partner != right.partner)
    return left.partner > right.partner;
  return left.kind == Close ? left.order > right.order : left.order < right.order;
}

std::string Edits::apply(std::string_view source) const {
  std::vector<const Edit *> sorted;
  sorted.reserve(edits.size());
  for (const Edit &edit : edits)
    sorted.push_back(&edit);
  std::sort(sorted.begin(), sorted.end(), [](const Edit *left, const Edit *right) { return before(*left, *right); });

  std::string result;
  result.reserve(source.size() + 64 * edits.size());
  size_t done = 0;
  for (const Edit *edit : sorted) {
    result.append(source.substr(done, edit->offset - done));
    result += edit->text;
    done = edit->offset + edit->removed;
  }
  result.append(source.substr(done));
  return result;
}

} // namespace onnxc::stub
