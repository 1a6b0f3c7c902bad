// RUN: %onnxc --check %s -- -Xclang -verify
// RUN: not %onnxc --check %s -- -fdiagnostics-parseable-fixits 2>&1 | FileCheck %s
#include <onnxc/tensor.h>
using onnxc::Tensor;

// CHECK-DAG: fix-it:"{{.*}}annotation-unknown.cc":{[[@LINE+1]]:9-[[@LINE+1]]:15}:"script"
[[onnx::scirpt]] Tensor a(Tensor x); // expected-error {{unknown annotation 'onnx::scirpt'; did you mean 'onnx::script'? [onnxc-unknown-annotation]}}
[[using onnx: trance]] Tensor b(Tensor x); // expected-error {{did you mean 'onnx::trace'?}}
[[nodiscard, onnx::banana]] Tensor c(Tensor x); // expected-error-re {{unknown annotation 'onnx::banana' {{.*}}}}
#define SCRIPT [[onnx::skript]]
SCRIPT Tensor d(Tensor x); // expected-error {{did you mean 'onnx::script'?}}

// CHECK-DAG: fix-it:"{{.*}}annotation-unknown.cc":{[[@LINE+1]]:3-[[@LINE+1]]:3}:"onnx::"
[[script]] Tensor e(Tensor x); // expected-error {{the annotation is spelled '[[onnx::script]]', not '[[script]]' [onnxc-bare-annotation]}}
[[trace]] Tensor f(Tensor x); // expected-error {{not '[[trace]]'}}
[[op("", "Relu", 14)]] Tensor g(Tensor x); // expected-error {{not '[[op]]'}}

// Other attributes are none of ours.
[[gnu::noinline, vendor::script, vendor::onnx]] Tensor h(Tensor x);
Tensor subscripts(Tensor x, int *a) { return x + a[a[0]]; }
