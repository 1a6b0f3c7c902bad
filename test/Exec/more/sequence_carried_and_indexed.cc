// MAIN: f
// INPUT: x float32[3,4] 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0
// EXPECT: float32[4] 800.0 901.0 1002.0 1103.0
// EXPECT: int64[] 3
#include <onnxc/opset20.h>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::Sequence, onnxc::FLOAT, onnxc::INT64;

[[onnx::script]] std::pair<FLOAT<4>, INT64<onnxc::scalar>> f(FLOAT<"N", 4> x) {
  Sequence rows = op::SequenceEmpty();
  for (int64_t i = x.dim(0) - 1; i >= 0; --i) rows = op::SequenceInsert(rows, x[i]);
  return {op::SequenceAt(rows, 0) * 100 + op::SequenceAt(rows, -1), op::SequenceLength(rows)};
}
