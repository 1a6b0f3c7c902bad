#pragma once
#include <onnxc/opset20.h>
namespace hdr {
[[onnx::trace]] inline onnxc::Tensor twice(onnxc::Tensor x) { return x + x; }
template <class T, int N> [[onnx::script]] onnxc::Tensor addn(onnxc::TensorOf<T> x) { return x + N; }
}
