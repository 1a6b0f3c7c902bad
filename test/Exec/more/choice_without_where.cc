// MAIN: f
// INPUT: c bool[] true
// INPUT: a bool[] true
// INPUT: b bool[] false
// INPUT: x uint16[2] 1 2
// INPUT: y uint16[2] 3 4
// INPUT: z float32[2] 5 6
// INPUT: w float32[2] 7 8
// EXPECT: bool[] true
// EXPECT: uint16[2] 1 2
// EXPECT: float32[2] 5 6
// EXPECT-NODES: If=2 Where=1
#include <onnxc/opset20.h>
#include <tuple>
using namespace onnxc;

// ONNX Runtime has no Where for bools and most small integers.
[[onnx::script]] std::tuple<BOOL<scalar>, TensorOf<uint16_t, 2>, FLOAT<2>> f(BOOL<scalar> c, BOOL<scalar> a,
                                                                             BOOL<scalar> b, TensorOf<uint16_t, 2> x,
                                                                             TensorOf<uint16_t, 2> y, FLOAT<2> z,
                                                                             FLOAT<2> w) {
  return {c ? a : b, c ? x : y, c ? z : w};
}
