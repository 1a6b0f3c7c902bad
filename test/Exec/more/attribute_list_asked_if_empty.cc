// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 413.0 416.0
#include <onnxc/opset20.h>
#include <vector>
using onnxc::Tensor, onnxc::FLOAT;

[[onnx::script]] Tensor marked(Tensor x, std::vector<int64_t> list) {
  Tensor y = list.empty() ? x + 10 : x + 100;
  if (list.size() == 3)
    y = y * list.back() - list.front() * x;
  return y;
}
[[onnx::script]] FLOAT<2> f(FLOAT<2> x) { return marked(x, {}) + marked(x, {7}) - x + marked(x, {1, 2, 3}); }
