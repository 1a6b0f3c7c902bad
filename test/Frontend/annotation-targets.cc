// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/tensor.h>
using onnxc::Tensor;

[[onnx::script]] int64_t depth = 3; // expected-error {{'[[onnx::script]]' annotates functions, methods, call operators and lambdas, not a variable [onnxc-annotation-target]}}
struct [[onnx::trace]] S { // expected-error {{not a type}}
  [[onnx::script]] Tensor member; // expected-error {{not a data member}}
  [[onnx::script]] S(); // expected-error {{'[[onnx::script]]' cannot annotate a constructor [onnxc-annotation-special-function]}}
  [[onnx::trace]] ~S(); // expected-error {{cannot annotate a destructor}}
  [[onnx::script]] operator int(); // expected-error {{cannot annotate a conversion function}}
  [[onnx::script]] virtual Tensor virtualMethod(Tensor x); // expected-error {{cannot annotate a virtual function}}
};
Tensor a([[onnx::script]] Tensor x); // expected-error {{not a parameter}}
namespace [[onnx::script]] n {} // expected-error {{not a namespace}}
using Alias [[onnx::script]] = Tensor; // expected-error {{not an alias}}
Tensor b(Tensor x) {
  [[onnx::script]] return x; // expected-error {{not a statement}}
}
[[onnx::script]] Tensor c(Tensor x, ...); // expected-error {{C-style variadic arguments}}
[[onnx::script]] consteval int d() { return 0; } // expected-error {{cannot annotate a consteval function}}
[[onnx::script]] int main() {} // expected-error {{cannot annotate 'main'}}
