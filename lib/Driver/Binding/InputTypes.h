// `--input NAME=TYPE`.
#ifndef ONNXC_DRIVER_BINDING_INPUTTYPES_H
#define ONNXC_DRIVER_BINDING_INPUTTYPES_H

#include "Graph/IR/Type.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onnxc::driver {

/// One `--input`. No type: the input is given with its declared type.
struct InputRequest {
  std::string name;
  std::optional<graph::Type> type;
  bool absent = false; ///< `NAME=none`
};

/// graph::parseType(), but throws a Failure, which quotes `option`.
graph::Type readType(std::string_view text, const std::string &option);

InputRequest readInput(const std::string &option);
std::vector<InputRequest> readInputs(const std::vector<std::string> &options);

} // namespace onnxc::driver

#endif
