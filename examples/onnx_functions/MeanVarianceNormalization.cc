// Moves values to mean 0 and variance 1 along axes.
// Specification: operator MeanVarianceNormalization of ai.onnx.
#include <onnxc/opset20.h>
#include <cstdint>
#include <vector>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// (x - mean) / standard deviation
[[onnx::script]] Tensor MeanVarianceNormalization(Tensor X, std::vector<int64_t> axes = {0, 2, 3}) {
  Tensor deviation = X - op::ReduceMean(X, axes);
  Tensor variance = op::ReduceMean(deviation * deviation, axes);
  return deviation / (op::Sqrt(variance) + 1e-9f);
}

} // namespace onnx_functions
