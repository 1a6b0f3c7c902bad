// Names in messages.
#ifndef ONNXC_DRIVER_OPTIONS_SUGGEST_H
#define ONNXC_DRIVER_OPTIONS_SUGGEST_H

#include "Schema/Suggest.h"

#include <string>
#include <vector>

namespace onnxc::driver {

using schema::didYouMean;

/// The end of "there is no 'nmae'": "; did you mean 'name'?", or what there is.
std::string didYouMeanOrHas(const std::string &wrong, const std::vector<std::string> &names);

/// "'a', 'b' and 'c'"; at most `limit` names, then "and N more".
std::string quotedList(const std::vector<std::string> &names, std::size_t limit = 8);

} // namespace onnxc::driver

#endif
