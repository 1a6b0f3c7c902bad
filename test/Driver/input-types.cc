// RUN: %onnxc %s --main=f '--input=x=float[N,?,3]' -o - --emit=text | FileCheck %s --check-prefix=DIMS
// RUN: %onnxc %s --main=f '--input=x=float32[]' -o - --emit=text | FileCheck %s --check-prefix=SCALAR
// RUN: %onnxc %s --main=f '--input=x=int64' -o - --emit=text | FileCheck %s --check-prefix=ANY
// RUN: %onnxc %s --main=pair '--input=a=double[2]' -o - --emit=text | FileCheck %s --check-prefix=SHARED
// RUN: %onnxc %s --main=maybe -o - --emit=text | FileCheck %s --check-prefix=LEAVES
// RUN: %onnxc %s --main=maybe --input bias -o - --emit=text | FileCheck %s --check-prefix=STAYS
// DIMS: f (float[N,?,3] x) => (float[N,?,3]
// SCALAR: f (float x) => (float
// ANY: f (int64[] x) =>
// SHARED: pair (double[2] a, double[] b) =>
// LEAVES: maybe (float[N] x) =>
// STAYS: maybe (float[N] x, float[N] bias) =>
//
// RUN: not %onnxc %s --main=f 2>&1 | FileCheck %s --check-prefix=UNTYPED
// RUN: %onnxc %s --main=f || test $? -eq 2
// UNTYPED: onnxc: error: input 'x' of 'f' has no element type; give one with '--input x=float[...]'
// RUN: not %onnxc %s --main=f --input x=flot 2>&1 | FileCheck %s --check-prefix=ELEMENT
// ELEMENT: onnxc: error: bad type in '--input x=flot': 'flot' is no element type; did you mean 'float'?
// RUN: not %onnxc %s --main=f '--input=x=float[N' 2>&1 | FileCheck %s --check-prefix=BRACKET
// BRACKET: onnxc: error: bad type in '--input x=float[N': ']' is missing
// RUN: not %onnxc %s --main=f '--input=x=float[-1]' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: a dimension cannot be negative
// RUN: not %onnxc %s --main=f '--input=z=float' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: onnxc: error: 'f' has no input 'z'
// RUN: not %onnxc %s --main=maybe '--input=x=double[3]' 2>&1 | FileCheck %s --check-prefix=DECLARED
// DECLARED: onnxc: error: '--input x=double[3]': the input is declared as float[N]
#include <onnxc/opset20.h>
#include <optional>
using onnxc::FLOAT, onnxc::Tensor, onnxc::TensorOf;
[[onnx::script]] Tensor f(Tensor x) { return x + x; }
[[onnx::script]] TensorOf<onnxc::Float> pair(TensorOf<onnxc::Float> a, TensorOf<onnxc::Float> b) { return a * b; }
[[onnx::script]] FLOAT<"N"> maybe(FLOAT<"N"> x, std::optional<FLOAT<"N">> bias) {
  if (bias)
    return x + *bias;
  return x + 1;
}
