// MAIN: f
// INPUT: x float32[3] 1.0 2.0 3.0
// EXPECT: float32[3] 7.0 12.0 19.0
#include <onnxc/opset20.h>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] Tensor scaled(Tensor x, std::vector<float> by = {1, 1, 1}, std::vector<int64_t> shift = {5, 6, 7}) { return x * Tensor(by) + onnxc::cast<float>(Tensor(shift)); }
[[onnx::script]] FLOAT<3> f(FLOAT<3> x) { return scaled(x, {2, 3, 4}); }
