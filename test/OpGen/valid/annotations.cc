// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// Annotations with and without options, where a plain compiler ignores them.
#include <onnxc/opset20.h>
using onnxc::Tensor, onnxc::TensorOf;

namespace acme::nn {
[[onnx::script]] Tensor gain(Tensor x, float k = 2) { return x * k; }
[[onnx::function(onnxc::options{.trace = true})]] Tensor traced(Tensor x) { return x; }
[[onnx::function(onnxc::options{.domain = "com.acme", .version = 3, .name = "Gain"})]] Tensor named(Tensor x) { return x; }
[[onnx::script(onnxc::options{.name = "shift.v2"})]] Tensor shift(Tensor x) { return gain(x) + 1; }
struct Layer {
  float k = 1;
  [[onnx::script]] Tensor operator()(Tensor x) const { return x * k; }
  [[onnx::trace]] static Tensor make(Tensor x) { return x; }
};
} // namespace acme::nn
template <class T> [[onnx::script]] TensorOf<T> twice(TensorOf<T> x) { return x + x; }
[[onnx::script]] TensorOf<onnxc::Real> lerp(TensorOf<onnxc::Real> a, TensorOf<onnxc::OneOf<float, double>> b) { return a + b; }
TensorOf<float> use(TensorOf<float> x) { return lerp(twice<float>(x), acme::nn::Layer{.k = 2}(x)); }
