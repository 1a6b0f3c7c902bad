#pragma once
#include <onnxc/opset20.h>

namespace acme {
[[onnx::script]] onnxc::Tensor leaky(onnxc::Tensor x, float alpha = 0.5f);
} // namespace acme
