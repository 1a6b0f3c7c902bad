// Two functions that would be one ONNX function.
// RUN: %onnxc --check %s -- -Xclang -verify
// RUN: not %onnxc %s -o %t.onnx
// RUN: not %onnxc %s --emit=cpp -o %t.onnxc.cc 2>&1 | FileCheck %s
// CHECK: error: 'two' and 'one' would both be the ONNX function 'd::same'
#include <onnxc/opset20.h>
#include "Inputs/declared-twice.h"
#include "Inputs/declared-twice.h"
using namespace onnxc;

[[onnx::script(onnxc::options{.domain = "d", .name = "same"})]] Tensor one(Tensor x) { return x + 1; } // expected-note {{'one' is declared here}}
[[onnx::script(onnxc::options{.domain = "d", .name = "same"})]] Tensor two(Tensor x) { return x + 2; } // expected-error {{'two' and 'one' would both be the ONNX function 'd::same', but they differ: give one of them another name or domain (onnxc::options) [onnxc-identity-twice]}}
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return one(x) + two(x); }

// What does the same may share the name; overloads have names of their own; redeclarations are one function.
[[onnx::script(onnxc::options{.name = "equal"})]] Tensor first(Tensor x) { return x + 1; }
[[onnx::script(onnxc::options{.name = "equal"})]] Tensor second(Tensor x) { return x + 1; }
[[onnx::script]] Tensor over(FLOAT<> x) { return x + 1; }
[[onnx::script]] Tensor over(INT64<> x) { return x + 2; }
Tensor over(INT64<> x);
Tensor declaredTwice(Tensor x) { return x - 1; }
struct A {
  [[onnx::script]] static Tensor f(Tensor x) { return x + 3; }
};
struct B {
  [[onnx::script]] static Tensor f(Tensor x) { return x + 4; }
};
