// Numbers from start up to (but not with) limit in steps of delta, one after the other.
// Specification: operator Range of ai.onnx.
#include <onnxc/opset20.h>
#include <tuple>

namespace op = onnxc::opset20;
using onnxc::Tensor;

namespace onnx_functions {

/// Element i is start + i * delta; there are max(ceil((limit - start) / delta), 0) elements.
[[onnx::script]] Tensor Range(Tensor start, Tensor limit, Tensor delta) {
  Tensor count = op::Ceil(onnxc::cast<float>(limit - start) / onnxc::cast<float>(delta));
  auto [last, numbers] = op::Loop<1, 1>(onnxc::cast<int64_t>(count), true, {start},
                                        [&](Tensor, Tensor condition, Tensor number) {
                                          return std::tuple{condition, number + delta, number};
                                        });
  return numbers;
}

} // namespace onnx_functions
