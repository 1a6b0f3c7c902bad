// Instances of a template that differ in the element type of tensors only: their bodies differ all the same.
// MAIN: f
// INPUT: x float32[2] 1 2
// INPUT: n int64[2] 10 20
// EXPECT: float32[2] 3 4
// EXPECT: int64[2] 15 25
// EXPECT: float32[2] 0.5 1
// EXPECT: int64[2] 3 6
// EXPECT: int64[2] 20 40
// EXPECT-FUNCTIONS: local::g<float> local::g<int64_t> local::third<float> local::third<int64_t>
#include <onnxc/opset20.h>
#include <optional>
#include <tuple>
#include <type_traits>
namespace op = onnxc::opset20;
using namespace onnxc;

template <class T> [[onnx::script]] TensorOf<T, "N"> g(TensorOf<T, "N"> a) { return a + (std::is_same_v<T, float> ? 2 : 5); }
template <class T> [[onnx::script]] TensorOf<T, "N"> third(TensorOf<T, "N"> a) {
  if (a.dtype() == DType::FLOAT)
    return a * 0.5;
  return a / 3;
}
template <class T> [[onnx::script]] std::tuple<TensorOf<T, "N">, Tensor> twice(std::optional<TensorOf<T, "N">> a) { return {*a + *a, *a}; }
[[onnx::script]] std::tuple<FLOAT<"N">, INT64<"N">, FLOAT<"N">, INT64<"N">, INT64<"N">> f(FLOAT<"N"> x, INT64<"N"> n) {
  auto [a, b] = twice<float>(x);
  auto [c, d] = twice<int64_t>(n);
  return {g<float>(x), g<int64_t>(n), third<float>(x) + a * 0, third<int64_t>(n), c};
}
