// Sums of squares along axes.
// Specification: operator ReduceSumSquare of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>
#include <optional>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// sum(x * x)
[[onnx::script]] Tensor ReduceSumSquare(Tensor data, std::optional<Tensor> axes, int64_t keepdims = 1,
                                  int64_t noop_with_empty_axes = 0) {
  return op::ReduceSum(data * data, axes, {.keepdims = keepdims, .noop_with_empty_axes = noop_with_empty_axes});
}

} // namespace onnx_functions
