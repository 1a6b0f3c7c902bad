// MAIN: f
// INPUT: x float32[3,4] 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0
// INPUT: i int64[2] 2 0
// EXPECT: float32[3,4] -1.0 -1.0 -1.0 -1.0 4.0 5.0 6.0 7.0 -1.0 -1.0 -1.0 -1.0
// EXPECT: float32[3,4] 0.0 9.0 9.0 3.0 4.0 9.0 9.0 7.0 8.0 9.0 9.0 11.0
// EXPECT: float32[3,4] 0.0 1.0 2.0 3.0 4.0 5.0 6.0 0.0 0.0 0.0 0.0 0.0
// EXPECT: float32[3,4] 0.0 1.0 2.0 3.0 9.0 10.0 11.0 12.0 8.0 9.0 10.0 11.0
#include <onnxc/opset20.h>
#include <tuple>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::Slice;

[[onnx::script]] std::tuple<FLOAT<3, 4>, FLOAT<3, 4>, FLOAT<3, 4>, FLOAT<3, 4>> f(FLOAT<3, 4> x, INT64<2> i) {
  Tensor a = x.index_put({i}, -1.0f);
  Tensor b = x.index_put({Slice(), Slice(1, 3)}, 9.0f);
  Tensor c = x.index_put({x > 6}, 0.0f);
  Tensor d = x.index_put({1}, 5.0f, true);
  return {a, b, c, d};
}
