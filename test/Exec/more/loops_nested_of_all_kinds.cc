// Loops in loops: statements and lambdas, numbers that meet their type far inside, variables of the body, inlined calls.
// MAIN: f
// INPUT: x float32[2] 1 2
// INPUT: n int64[] 2
// EXPECT: float32[2] 36 72
// EXPECT: int64[] 12
// INPUT: x float32[2] 1 2
// INPUT: n int64[] 0
// EXPECT: float32[] 0
// EXPECT: int64[] 0
#include <onnxc/opset20.h>
#include <onnxc/trace.h>
#include <tuple>
using namespace onnxc;

struct State { Tensor sum, count; };

static void accumulate(State &state, Tensor x, Tensor n) {
  for (Tensor k : onnxc::range(n)) {
    Tensor part = 0;
    for (Tensor l : onnxc::range(n + 1))
      part = part + x;
    state.sum = state.sum + part;
    state.count = state.count + 1;
  }
}

[[onnx::script]] std::tuple<Tensor, Tensor> f(FLOAT<"N"> x, INT64<scalar> n) {
  State state{0, 0};
  for (Tensor i : onnxc::range(n)) {
    Tensor twice = x;
    auto [sum, count] = for_loop(
        n,
        [&](Tensor, Tensor sum, Tensor count) {
          State inner{0, count};
          accumulate(inner, twice, n);
          Tensor left = n;
          while (left > 0) {
            left = left - 1;
            inner.sum = inner.sum + x * 0.5f * onnxc::cast<float>(left + 1) * 2;
          }
          return std::tuple(sum + inner.sum, inner.count);
        },
        0, 0);
    state.sum = state.sum + sum;
    state.count = state.count + count + i * 4;
  }
  return {state.sum, state.count};
}
