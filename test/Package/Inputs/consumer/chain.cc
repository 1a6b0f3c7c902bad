#include "slope.h"
#include <onnxc/opset20.h>

namespace acme {
[[onnx::script(onnxc::options{.domain = DOMAIN_NAME})]] onnxc::FLOAT<"N"> lower(onnxc::FLOAT<"N"> x) { return x * defaultSlope; }

[[onnx::script(onnxc::options{.domain = DOMAIN_NAME})]] onnxc::FLOAT<"N"> chain(onnxc::FLOAT<"N"> x) { return lower(lower(x)); }
} // namespace acme
