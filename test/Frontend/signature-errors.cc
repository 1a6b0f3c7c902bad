// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/opset20.h>
#include <optional>
#include <vector>
using namespace onnxc;

struct Settings { int64_t axis; void *handle; }; // expected-note {{member 'axis' has type 'int64_t' (aka 'long')}}
struct Opaque {};
[[onnx::script]] Tensor a(Tensor x, Settings s) { return x; } // expected-error {{parameter 's' of type 'Settings' is neither a tensor input nor an attribute of ONNX: use Tensor, TensorOf, std::optional, a vector or struct of tensors, or a number, bool, enum, string, DType, TensorLiteral or list of them [onnxc-parameter-type]}}
[[onnx::script]] Tensor b(Tensor x, Tensor &out) { return x; } // expected-error {{parameter 'out' is a reference that can be written through ('Tensor &')}}
[[onnx::script]] Tensor c(const Tensor *x) { return *x; } // expected-error {{parameter 'x' is a pointer ('const Tensor *')}}
[[onnx::script]] Tensor d(std::vector<Tensor> xs, Tensor y) { return y; } // expected-error {{the variadic parameter 'xs' must be the last tensor parameter: ONNX has no way to tell where it ends [onnxc-parameter-variadic-not-last]}}
[[onnx::trace]] Tensor anywhere(std::vector<Tensor> xs, Tensor y) { return y; }
[[onnx::script]] Tensor e(Tensor x, int64_t = 1) { return x; } // expected-error {{needs a name [onnxc-parameter-unnamed]}}
[[onnx::script]] void f(Tensor x) {} // expected-error {{'f' returns nothing}}
[[onnx::script]] int64_t g(Tensor x) { return x.rank(); } // expected-error {{'g' returns 'int64_t' (aka 'long'), which is no output of ONNX}}
[[onnx::script]] const Tensor &h(const Tensor &x) { return x; } // expected-error {{'h' returns a reference ('const Tensor &'); return the tensor by value [onnxc-return-reference]}}
[[onnx::script]] Tensor i(TensorOf<Opaque> x) { return x; } // expected-error {{'Opaque' is no element type of ONNX tensors [onnxc-tensor-element-type]}}
[[onnx::script]] Tensor j(Tensor x, double k = 0.1) { return x * k; } // expected-warning {{ONNX attributes are 32-bit floats: the default of 'k' becomes 0.1000000}}
[[onnx::script]] Tensor k(Tensor x, uint64_t n = 1ull << 63) { return x; } // expected-error {{the default of attribute parameter 'n' does not fit a 64-bit integer [onnxc-attribute-default-range]}}
struct Two {
  Tensor first, second;
};
[[onnx::script]] Tensor l(Two, Two) { return 0.0f; } // expected-error {{two inputs or attributes of 'l' are both named 'first' [onnxc-parameter-name-twice]}}
