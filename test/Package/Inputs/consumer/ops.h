#pragma once
#include "slope.h"
#include <onnxc/opset20.h>

namespace acme {
// Defined in leaky.cc.
[[onnx::script(onnxc::options{.domain = DOMAIN_NAME})]] onnxc::Tensor leaky_relu(onnxc::Tensor x, float alpha = defaultSlope);
} // namespace acme
