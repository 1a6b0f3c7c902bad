// `--input NAME=TYPE`.
#ifndef ONNXC_DRIVER_INPUTTYPES_H
#define ONNXC_DRIVER_INPUTTYPES_H

#include "Graph/Type.h"

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

/// `float` (any rank), `float[]` (rank 0), `float[N,?,3]` (a symbol, an unknown dimension, a fixed one), `seq(TYPE)`,
/// `optional(TYPE)`. Element types as ONNX spells them, or as numpy does (`float32`). Throws Failure, which quotes
/// `option`.
graph::Type readType(std::string_view text, const std::string &option);

InputRequest readInput(const std::string &option);
std::vector<InputRequest> readInputs(const std::vector<std::string> &options);

/// The element type that ONNX or numpy or C++ calls so ("float", "FLOAT", "float32"), or UNDEFINED.
DType elementTypeNamed(std::string_view name);

} // namespace onnxc::driver

#endif
