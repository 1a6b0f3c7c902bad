#pragma once
#include <onnxc/opset20.h>

namespace acme {
[[onnx::trace]] onnxc::Tensor scaled_leaky(onnxc::Tensor x, int64_t times);
} // namespace acme
