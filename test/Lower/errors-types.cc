// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/opset20.h>
#include <tuple>
#include <vector>
using namespace onnxc;
namespace op = onnxc::opset20;

[[onnx::script]] Tensor graphError(FLOAT<"N", 3> x, FLOAT<4> y) { return op::MatMul(x, y); } // expected-error {{'MatMul' of float[N,3] and float[4]: Incompatible dimensions for matrix multiplication [onnxc-graph-error]}} expected-note {{input 'A', which is 'x', is float[N,3]}} expected-note {{input 'B', which is 'y', is float[4]}} expected-note {{this operand is float[N,3]}} expected-note {{this operand is float[4]}}
[[onnx::script]] Tensor declared(FLOAT<"N"> x) {
  INT64<"N"> y = x + 1; // expected-error {{the value is float[N], but the declaration says int64[N] [onnxc-declared-type-mismatch]}}
  return y;
}
[[onnx::script]] INT64<"N"> returned(FLOAT<"N"> x) { return x + 1; } // expected-error {{the value is float[N], but the declaration says int64[N]}}
[[onnx::script]] Tensor unknownDtype(Tensor x) { return op::Cast(x, {.to = x.dtype()}); } // expected-error {{the element type of this tensor is not known while compiling: declare it with TensorOf, FLOAT, INT64 ... [onnxc-unknown-element-type]}}
[[onnx::script]] Tensor toDtype(Tensor x, DType t) { return x.to(t); }
[[onnx::script]] Tensor ragged(Tensor x) { return x + onnxc::tensor({{1.0f, 2.0f}, {3.0f}}); } // expected-error {{the rows of a constant tensor must have equal lengths and known elements [onnxc-tensor-literal-shape]}}
[[onnx::script]] Tensor accumulates(FLOAT<"N"> x, bool accumulate) { return x.index_put({0}, x[1], accumulate); } // expected-error {{'accumulate' must be known while compiling [onnxc-accumulate-known]}}
struct NoElement {};
[[onnx::script]] Tensor typeAttribute(Tensor x) { return op::OptionalHasElement(op::Optional({}, {.type = onnxc::type<NoElement>()})); } // expected-error {{onnxc::type needs an element type, TensorOf, SequenceOf or OptionalOf [onnxc-type-attribute]}}
[[onnx::script]] Tensor twoResults(FLOAT<"N"> x, BOOL<scalar> c) {
  if (c) // expected-error {{the branches give 'return_value' different types: float[N] and int64[N]}}
    return x; // expected-note {{it is assigned here}}
  return onnxc::cast<int64_t>(x); // expected-note {{it is assigned here}}
}
[[onnx::script]] FLOAT<"N", "M"> otherRank(FLOAT<"N"> x) { return x; } // expected-error {{the value is float[N], but the declaration says float[N,M]}}
[[onnx::script]] Tensor viaInline(FLOAT<"N"> x) {
  auto narrow = [](Tensor t) -> INT32<"N"> { return t; }; // expected-error {{the value is float[N], but the declaration says int32[N]}}
  return narrow(x);
}
