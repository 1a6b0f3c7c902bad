// MAIN: f
// ERROR: 6: 0.1 beside int64, through two calls
#include <onnxc/opset20.h>
using namespace onnxc;

[[onnx::script]] Tensor g(Tensor a) { return a * 0.1; }
[[onnx::script]] Tensor h(Tensor a) { return g(a) + 1; }
[[onnx::script]] INT64<"N"> f(INT64<"N"> x) { return h(x); }
