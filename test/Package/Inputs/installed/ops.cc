#include "acme/ops.h"

namespace acme {
onnxc::Tensor leaky(onnxc::Tensor x, float alpha) { return onnxc::opset20::Where(x < 0, alpha * x, x); }
} // namespace acme
