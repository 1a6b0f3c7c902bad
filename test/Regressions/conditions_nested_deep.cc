// Nested choices and conditions are looked at once, not twice at each level.
// MAIN: f
// INPUT: x float32[] 5
// INPUT: a float32[1] 1
// INPUT: b float32[1] 2
// EXPECT: float32[1] -1
// INPUT: x float32[] 200
// INPUT: a float32[1] 1
// INPUT: b float32[1] 2
// EXPECT: float32[1] 1
#include <onnxc/opset20.h>
using onnxc::Tensor, onnxc::FLOAT, onnxc::scalar;

[[onnx::script]] FLOAT<1> f(FLOAT<scalar> x, FLOAT<1> a, FLOAT<1> b) {
  Tensor p = a, q = b;
  const Tensor &y = x > 0 ? p : (
    x > 1 ? p : (
    x > 2 ? p : (
    x > 3 ? p : (
    x > 4 ? p : (
    x > 5 ? p : (
    x > 6 ? p : (
    x > 7 ? p : (
    x > 8 ? p : (
    x > 9 ? p : (
    x > 10 ? p : (
    x > 11 ? p : (
    x > 12 ? p : (
    x > 13 ? p : (
    x > 14 ? p : (
    x > 15 ? p : (
    x > 16 ? p : (
    x > 17 ? p : (
    x > 18 ? p : (
    x > 19 ? p : (
    x > 20 ? p : (
    x > 21 ? p : (
    x > 22 ? p : (
    x > 23 ? p : (
    x > 24 ? p : (
    x > 25 ? p : (
    x > 26 ? p : (
    x > 27 ? p : (q))))))))))))))))))))))))))));
  if (bool(x > 0) && (
    bool(x > 1) && (
    bool(x > 2) && (
    bool(x > 3) && (
    bool(x > 4) && (
    bool(x > 5) && (
    bool(x > 6) && (
    bool(x > 7) && (
    bool(x > 8) && (
    bool(x > 9) && (
    bool(x > 10) && (
    bool(x > 11) && (
    bool(x > 12) && (
    bool(x > 13) && (
    bool(x > 14) && (
    bool(x > 15) && (
    bool(x > 16) && (
    bool(x > 17) && (
    bool(x > 18) && (
    bool(x > 19) && (
    bool(x > 20) && (
    bool(x > 21) && (
    bool(x > 22) && (
    bool(x > 23) && (
    bool(x > 24) && (
    bool(x > 25) && (
    bool(x > 26) && (
    bool(x > 27) && (bool(x > 100))))))))))))))))))))))))))))))
    return y;
  return -y;
}
