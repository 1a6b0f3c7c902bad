// A size of 0 in the middle or at the end of a shape stays 0 (Reshape takes it for "as before").
// MAIN: f
// INPUT: x float32[2,0,3]
// INPUT: m bool[2] true false
// EXPECT: float32[2,0,3]
// EXPECT: float32[2,0,3]
// EXPECT: float32[2,0,3]
// INPUT: x float32[2,1,0]
// INPUT: m bool[2] true true
// EXPECT: float32[2,1,0]
// EXPECT: float32[2,1,0]
// EXPECT: float32[2,1,0]
// INPUT: x float32[1,2,1] 4 5
// INPUT: m bool[1] true
// EXPECT: float32[1,2,1] 0 0
// EXPECT: float32[1,2,1] 1 1
// EXPECT: float32[1,2,1] 2 5
#include <onnxc/opset20.h>
#include <tuple>
using namespace onnxc;

using X = FLOAT<"A", "B", "C">;
[[onnx::script]] std::tuple<X, X, X> f(X x, BOOL<"A"> m) {
  return {x.index_put({m}, 0), x.index_put({Ellipsis}, 1), x.index_put({Slice(), Slice(0, 1)}, 2)};
}
