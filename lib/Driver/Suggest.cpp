#include "Driver/Suggest.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace onnxc::driver {

std::string didYouMean(std::string_view wrong, const std::vector<std::string> &candidates) {
  const std::string *best = nullptr;
  // A swap of two letters counts as two edits.
  unsigned bestDistance = (wrong.size() < 4 ? 1 : std::max<unsigned>(2, wrong.size() / 3)) + 1;
  for (const std::string &candidate : candidates) {
    unsigned distance = llvm::StringRef(candidate).edit_distance_insensitive(wrong, true, bestDistance);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = &candidate;
    }
  }
  return best ? "; did you mean '" + *best + "'?" : std::string();
}

std::string quotedList(const std::vector<std::string> &names, std::size_t limit) {
  std::size_t shown = names.size() > limit + 1 ? limit : names.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0)
      text += i + 1 == names.size() ? " and " : ", ";
    text += "'" + names[i] + "'";
  }
  if (shown < names.size())
    text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

} // namespace onnxc::driver
