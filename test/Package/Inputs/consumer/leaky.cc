#include "slope.h"
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace acme {
[[onnx::script(onnxc::options{.domain = DOMAIN_NAME})]] Tensor leaky_relu(Tensor x, float alpha = defaultSlope) {
  return op::Where(x < 0, alpha * x, x);
}
} // namespace acme
