#pragma once
#include <onnxc/opset20.h>

namespace acme {
// Defined in leaky.cc.
[[onnx::script(onnxc::options{.domain = DOMAIN_NAME})]] onnxc::Tensor leaky_relu(onnxc::Tensor x, float alpha = 0.5f);
} // namespace acme
