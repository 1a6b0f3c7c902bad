// The logarithm of sums of exponentials along axes.
// Specification: operator ReduceLogSumExp of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>
#include <optional>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// ln(sum(exp(x)))
[[onnx::script]] Tensor ReduceLogSumExp(Tensor data, std::optional<Tensor> axes, int64_t keepdims = 1,
                                  int64_t noop_with_empty_axes = 0) {
  return op::Log(op::ReduceSum(op::Exp(data), axes, {.keepdims = keepdims, .noop_with_empty_axes = noop_with_empty_axes}));
}

} // namespace onnx_functions
