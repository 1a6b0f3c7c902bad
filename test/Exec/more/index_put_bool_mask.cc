// MAIN: f
// INPUT: x bool[2,2] true true false false
// INPUT: mask bool[2] false true
// INPUT: value bool[] true
// EXPECT: bool[2,2] true true true true
#include <onnxc/opset20.h>
using onnxc::BOOL, onnxc::Tensor;

// ONNX Runtime has no Where of bools.
[[onnx::script]] BOOL<2, 2> f(BOOL<2, 2> x, BOOL<2> mask, BOOL<onnxc::scalar> value) {
  return x.index_put({mask}, value);
}
