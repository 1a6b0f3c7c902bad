// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 16.0 32.0
// EXPECT: int64[] 4
// INPUT: x float32[1] 100.0
// EXPECT: float32[1] 100.0
// EXPECT: int64[] 0
#include <onnxc/opset20.h>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

struct State { Tensor value, count; void step() { value = value * 2; count += 1; } };
[[onnx::script]] std::pair<FLOAT<"N">, INT64<onnxc::scalar>> f(FLOAT<"N"> x) {
  State s{x, 0};
  while (op::ReduceMax(s.value) < 20) s.step();
  return {s.value, s.count};
}
