// Of an output whose rank no one knows the model says that it is a scalar: ONNX Runtime must not believe it for what
// the graph goes on to compute of the same value.
// MAIN: f
// INPUT: x int64[2,3] 1 2 3 4 5 6
// INPUT: shape int64[1] 6
// EXPECT: int64[6] -1 -2 -3 -4 -5 -6
// EXPECT: int64[6] 0 -1 -2 -3 -4 -5
// INPUT: x int64[1,1] -5
// INPUT: shape int64[3] 1 1 1
// EXPECT: int64[1,1,1] 5
// EXPECT: int64[1,1,1] 5
#include <onnxc/opset20.h>
#include <tuple>
namespace op = onnxc::opset20;
using onnxc::INT64;

[[onnx::script]] std::tuple<INT64<>, INT64<>> f(INT64<"N", "M"> x, INT64<"K"> shape) {
  INT64<> negative = op::Reshape(-x, shape), y = negative;
  if (op::ReduceMax(x, {}, {.keepdims = 0}) > 0)
    y = negative + 1;
  return {negative, y};
}
