// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/tensor.h>
using onnxc::Tensor;
using onnxc::options;

[[onnx::script]] Tensor a(Tensor x); // expected-note {{the other annotation is here}}
[[onnx::trace]] Tensor a(Tensor x) { return x; } // expected-error {{'[[onnx::trace]]' disagrees with '[[onnx::script]]' on the same function [onnxc-annotation-conflict]}}

[[onnx::script, onnx::trace]] Tensor b(Tensor x); // expected-error {{'[[onnx::trace]]' disagrees}} expected-note {{the other annotation is here}}

[[onnx::script(options{.name = "A"})]] Tensor c(Tensor x); // expected-note {{the other annotation}}
[[onnx::script(options{.name = "B"})]] Tensor c(Tensor x) { return x; } // expected-error {{the name of 'c' disagrees with its other annotation: 'B' here, 'A' there [onnxc-annotation-options-conflict]}}

// The same in other words, and redeclarations that inherit.
[[onnx::function]] Tensor d(Tensor x);
[[onnx::script]] Tensor d(Tensor x) { return x; }
[[onnx::script(options{.version = 2})]] Tensor e(Tensor x);
Tensor e(Tensor x);
[[onnx::script]] Tensor e(Tensor x) { return x; }
