#include "Driver/Options/Suggest.h"

namespace onnxc::driver {

std::string didYouMeanOrHas(const std::string &wrong, const std::vector<std::string> &names) {
  std::string near = didYouMean(wrong, names);
  return !near.empty() ? near : names.empty() ? "; it has none" : "; it has " + quotedList(names);
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
