// A loop that indexes C++ arrays is unrolled, also one inside or around a loop that runs in the graph.
// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// INPUT: n int64[] 3
// EXPECT: float32[2] 111.0 222.0
// EXPECT: float32[2] 12.0 24.0
#include <onnxc/opset20.h>
#include <array>
#include <utility>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] std::pair<FLOAT<"N">, FLOAT<"N">> f(FLOAT<"N"> x, INT64<onnxc::scalar> n) {
  std::array<Tensor, 3> scaled = {x, x * 10, x * 100};
  Tensor sum = x * 0;
  for (int i = 2; i >= 0; --i) sum += scaled[i];

  std::array<Tensor, 2> counts;
  counts.fill(x);
  for (Tensor i = 0; i < n; ++i)
    for (int64_t k = 0; k < 2; ++k) counts[k] = counts[k] + x * k;
  Tensor total = x * 0;
  for (size_t k = 0; k < counts.size(); ++k) {
    Tensor part = x * 0;
    for (Tensor i = 0; i < n; ++i) part += counts[k] * k;
    total += part;
  }
  return {sum, total};
}
