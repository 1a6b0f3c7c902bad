// A return in a loop whose condition the loop does not change is taken only if the loop runs.
// MAIN: f
// INPUT: a int64[] 3
// INPUT: b int64[] 4
// INPUT: n int64[] 0
// EXPECT: int64[] 103
// INPUT: a int64[] 3
// INPUT: b int64[] 4
// INPUT: n int64[] 2
// EXPECT: int64[] 3
// INPUT: a int64[] 5
// INPUT: b int64[] 4
// INPUT: n int64[] 2
// EXPECT: int64[] 105
#include <onnxc/opset20.h>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

[[onnx::script]] INT64<scalar> f(INT64<scalar> a, INT64<scalar> b, INT64<scalar> n) {
  Tensor less = a < b;
  while (n > 0) {
    n -= 1;
    if (less)
      return a;
  }
  return a + 100;
}
