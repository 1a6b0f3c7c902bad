// A division by an attribute, or by what may be 0, is computed only where C++ computes it.
// MAIN: f
// INPUT: a int64[] 7
// INPUT: n int64[] 0
// EXPECT: int64[] -7
// INPUT: a int64[] 7
// INPUT: n int64[] 3
// EXPECT: int64[] 7
#include <onnxc/opset20.h>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

[[onnx::script]] INT64<scalar> f(INT64<scalar> a, INT64<scalar> n, int64_t level = 4) {
  if (level != 0 && bool(a / level > 1))
    return a + 100;
  if (bool(n != 0) && bool(a / n > 1))
    return a;
  return -a;
}
