// Exponentials along one axis, normalised to the sum 1.
// Specification: operator Softmax of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// exp(x) / sum(exp(x)) along `axis`
[[onnx::script]] Tensor Softmax(Tensor input, int64_t axis = -1) {
  Tensor weights = op::Exp(input - op::ReduceMax(input, {axis})); // the largest exponent is 0
  return weights / op::ReduceSum(weights, {axis});
}

} // namespace onnx_functions
