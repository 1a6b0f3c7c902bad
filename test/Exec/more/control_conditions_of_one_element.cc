// One element is a condition, whatever its rank and type are, and whatever is known of them while compiling.
// MAIN: f
// INPUT: c float64[1,1] 0.25
// INPUT: n uint8[1] 0
// INPUT: b bool[1,1,1] true
// EXPECT: int64[] 101
// INPUT: c float64[1,1] 0
// INPUT: n uint8[1] 255
// INPUT: b bool[1,1,1] false
// EXPECT: int64[] 10
#include <onnxc/opset20.h>
#include <onnxc/trace.h>
namespace op = onnxc::opset20;
using namespace onnxc;

[[onnx::script]] INT64<scalar> ofAnyRank(BOOL<> b) { return cond(b, [] { return 1; }, [] { return 0; }); }

[[onnx::script]] INT64<scalar> f(DOUBLE<1, 1> c, TensorOf<uint8_t, "N"> n, BOOL<1, "K", 1> b) {
  Tensor hundreds = cond(c, [] { return 100; }, [] { return 0; });
  Tensor tens = op::If(n, [] { return 10; }, [] { return 0; });
  Tensor ones = ofAnyRank(b);
  return hundreds + tens + ones;
}
