// The logarithm of Softmax, without computing the exponentials' quotient.
// Specification: operator LogSoftmax of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// x - ln(sum(exp(x))) along `axis`
[[onnx::script]] Tensor LogSoftmax(Tensor input, int64_t axis = -1) {
  Tensor shifted = input - op::ReduceMax(input, {axis}); // the largest exponent is 0
  return shifted - op::Log(op::ReduceSum(op::Exp(shifted), {axis}));
}

} // namespace onnx_functions
