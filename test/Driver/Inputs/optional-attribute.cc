#include <onnxc/opset20.h>
#include <optional>
using onnxc::FLOAT;

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, std::optional<float> slope = 2.0f) { return x * (slope ? *slope : 1); }
