// Element-wise a <= b, from the two comparisons that ONNX had first.
// Specification: operator LessOrEqual of ai.onnx.
#include <onnxc/opset20.h>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// a < b or a == b
[[onnx::script]] Tensor LessOrEqual(Tensor A, Tensor B) {
  return A < B || A == B;
}

} // namespace onnx_functions
