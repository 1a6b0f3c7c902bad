#pragma once
#include "declared.h"

namespace acme {
template <int factor> [[onnx::trace]] onnxc::Tensor times(onnxc::Tensor x) { return leaky(x) * factor; }
} // namespace acme
