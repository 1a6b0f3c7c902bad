// Slices with a negative step mean what they mean in Python where bounds are out of range, an axis is empty, or the step is known at run time only.
// MAIN: f
// ATTR: k=-7
// INPUT: x int64[3] 1 2 3
// INPUT: s int64[] -2
// EXPECT: int64[0]
// EXPECT: int64[0]
// EXPECT: int64[2] 3 1
// EXPECT: int64[0]
// EXPECT: int64[2] 2 1
// INPUT: x int64[0]
// INPUT: s int64[] -1
// EXPECT: int64[0]
// EXPECT: int64[0]
// EXPECT: int64[0]
// EXPECT: int64[0]
// EXPECT: int64[0]
// INPUT: x int64[1] 9
// INPUT: s int64[] 3
// EXPECT: int64[0]
// EXPECT: int64[0]
// EXPECT: int64[1] 9
// EXPECT: int64[1] 9
// EXPECT: int64[0]
#include <cstdint>
#include <onnxc/opset20.h>
#include <tuple>
using namespace onnxc;

using V = INT64<dyn>;
[[onnx::script]] std::tuple<V, V, V, V, V> f(INT64<"N"> x, INT64<scalar> s, int64_t k = -7) {
  return {x.index({Slice(k, None, -1)}), x.index({Slice(2, INT64_MAX, -1)}), x.index({Slice(None, None, s)}),
          x.index({Slice(k, None, s)}), x.index({Slice(-2, None, -1)})};
}
