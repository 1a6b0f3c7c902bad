// MAIN: f
// INPUT: x float32[3] 1.0 2.0 3.0
// EXPECT: int64[] 3
// INPUT: x float32[3] 1.0 -2.0 3.0
// EXPECT: int64[] 1
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] INT64<onnxc::scalar> f(FLOAT<"N"> x) {
  int64_t i = 0;
  while (i < x.dim(0) && bool(x[i] > 0)) ++i;
  return i;
}
