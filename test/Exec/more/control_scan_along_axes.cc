// op::Scan: axes from the front and from the back, both directions, for several inputs and for what comes out.
// MAIN: f
// INPUT: x float32[2,3] 1 2 3 4 5 6
// INPUT: y float32[3,2] 10 20 30 40 50 60
// EXPECT: float32[2,3] 51 32 13 64 45 26
// EXPECT: float32[2,3] 13 32 51 26 45 64
// EXPECT: int64[] 6
// INPUT: x float32[2,1] 1 2
// INPUT: y float32[1,2] 10 20
// EXPECT: float32[2,1] 11 22
// EXPECT: float32[2,1] 11 22
// EXPECT: int64[] 2
#include <onnxc/opset20.h>
#include <tuple>
namespace op = onnxc::opset20;
using namespace onnxc;

[[onnx::script]] std::tuple<Tensor, Tensor, Tensor> f(FLOAT<2, "N"> x, FLOAT<"N", 2> y) {
  auto [count, sums, back] = op::Scan<1, 2>(
      {0}, {x, y},
      [](Tensor count, Tensor e, Tensor g) {
        int64_t size = e.dim(0); // 2: the length of a column of x
        return std::tuple(count + size, e + g, e + g);
      },
      {.scan_input_axes = {-1, 0}, .scan_input_directions = {1, 0}, .scan_output_axes = {1, -1}, .scan_output_directions = {1, 0}});
  return {op::Identity(sums), back, count};
}
