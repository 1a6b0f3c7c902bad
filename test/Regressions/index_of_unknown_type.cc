// A tensor of unknown element type is an index.
// MAIN: f
// INPUT: v int64[3] 4 5 6
// INPUT: i int64[] 1
// EXPECT: int64[] 55
// EXPECT: int64[] 44
// INPUT: v int64[4] 4 5 6 7
// INPUT: i int64[] 3
// EXPECT: int64[] 75
// EXPECT: int64[] 64
#include <onnxc/opset20.h>
#include <tuple>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

using I = INT64<scalar>;
[[onnx::script]] Tensor pick(Tensor x, Tensor i) { return x[i] * 10 + x.index({i % 2}); }
[[onnx::script]] std::tuple<I, I> f(INT64<"N"> v, I i) { return {pick(v, i), pick(v, i - 1)}; }
