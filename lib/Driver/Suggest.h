// "Did you mean": the nearest of the names that exist.
#ifndef ONNXC_DRIVER_SUGGEST_H
#define ONNXC_DRIVER_SUGGEST_H

#include <string>
#include <string_view>
#include <vector>

namespace onnxc::driver {

/// `"; did you mean 'NAME'?"` for the candidate that is nearest to `wrong`, or "" when none is near.
std::string didYouMean(std::string_view wrong, const std::vector<std::string> &candidates);

/// "'a', 'b' and 'c'"; at most `limit` names, then "and N more".
std::string quotedList(const std::vector<std::string> &names, std::size_t limit = 8);

} // namespace onnxc::driver

#endif
