// Functions in the global namespace whose names the standard library has, and overloads.
// MAIN: apply
// INPUT: x float32[2] 1 4
// INPUT: n int64[2] 2 3
// EXPECT: float32[2] 5 8
// EXPECT: int64[2] 4 6
#include <onnxc/opset20.h>
#include <functional>
#include <tuple>
#include <vector>
using namespace onnxc;

[[onnx::script]] FLOAT<"N"> exchange(FLOAT<"N"> x, float by = 3) { return x + by; }
[[onnx::script]] INT64<"N"> exchange(INT64<"N"> x, int64_t by = 2) { return x * by; }
[[onnx::script]] std::tuple<FLOAT<"N">, INT64<"N">> apply(FLOAT<"N"> x, INT64<"N"> n, float by = 1) {
  return {exchange(FLOAT<"N">(x + by)), exchange(n)};
}
