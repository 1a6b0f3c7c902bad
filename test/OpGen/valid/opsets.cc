// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// Each opset has the versions of its time, and they are the same functions where nothing changed.
#include <onnxc/opset13.h>
#include <onnxc/opset18.h>
#include <onnxc/opset20.h>
using onnxc::Tensor;

template <auto &function> struct Of;
static_assert(std::is_same_v<Of<onnxc::opset13::Softmax>, Of<onnxc::opset20::Softmax>>);
static_assert(std::is_same_v<onnxc::opset13::Softmax_Attributes, onnxc::since13::Softmax_Attributes>);
static_assert(!std::is_same_v<onnxc::opset13::ReduceMax_Attributes, onnxc::opset18::ReduceMax_Attributes>);

Tensor old(const Tensor &x) { return onnxc::opset13::ReduceMax(x, {.axes = {0}}); }
Tensor late(const Tensor &x) { return onnxc::opset20::ReduceMax(x, {0}) + onnxc::opset20::Gelu(x); }
Tensor halves(const Tensor &x) {
  auto [a, b] = onnxc::opset13::Split<2>(x, {}, {.axis = 1});
  return a + b;
}
