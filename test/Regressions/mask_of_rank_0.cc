// A bool of rank 0 is a mask: of an axis of its own, which it keeps or drops.
// MAIN: f
// ATTR: flag=true
// INPUT: x float32[2] 3 4
// INPUT: m bool[] true
// INPUT: i int64[3] 1 0 1
// EXPECT: float32[1,2] 3 4
// EXPECT: float32[2] 0 0
// EXPECT: float32[1,2] 3 4
// EXPECT: float32[3] 4 3 4
// INPUT: x float32[2] 3 4
// INPUT: m bool[] false
// INPUT: i int64[1] 1
// EXPECT: float32[0,2]
// EXPECT: float32[2] 3 4
// EXPECT: float32[1,2] 3 4
// EXPECT: float32[0]
#include <onnxc/opset20.h>
#include <tuple>
using namespace onnxc;

using Rows = FLOAT<dyn, "N">;
[[onnx::script]] std::tuple<Rows, FLOAT<"N">, Rows, FLOAT<dyn>> f(FLOAT<"N"> x, BOOL<scalar> m, INT64<"K"> i, bool flag = true) {
  return {x.index({m}), x.index_put({m}, 0), x.index({flag}), x.index({m, i})};
}
