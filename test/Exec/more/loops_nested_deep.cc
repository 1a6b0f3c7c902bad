// Each pass over an outer loop starts the inner ones from what the last pass found: twenty-eight levels take no time.
// MAIN: f
// INPUT: x float32[2] 1 -2
// INPUT: n int64[] 1
// EXPECT: float32[2] 1 -2
// EXPECT: int64[] 28
// INPUT: x float32[2] 1 -2
// INPUT: n int64[] 0
// EXPECT: float32[] 0
// EXPECT: int64[] 0
#include <onnxc/opset20.h>
#include <tuple>
using namespace onnxc;

#define LOOP(BODY)                      \
  for (Tensor i : onnxc::range(n)) {    \
    Tensor before = level;              \
    BODY;                               \
    level = level + (i - before) * 0 + 1; \
  }
#define FOUR(BODY) LOOP(LOOP(LOOP(LOOP(BODY))))
#define SIXTEEN(BODY) FOUR(FOUR(FOUR(FOUR(BODY))))

[[onnx::script]] std::tuple<Tensor, Tensor> f(FLOAT<"N"> x, INT64<scalar> n) {
  Tensor sum = 0, level = 0;
  SIXTEEN(FOUR(FOUR(FOUR(sum = sum + x))))
  return {sum, level};
}
