// RUN: %onnxc --check %s -- -Xclang -verify
// RUN: not %onnxc --check %s -- -fdiagnostics-parseable-fixits 2>&1 | FileCheck %s
#include <onnxc/tensor.h>
using onnxc::Tensor;
using onnxc::options;

int64_t version(); // expected-note {{declared here}}
constexpr options fixed{.version = 2};
constexpr int since = 13;

[[onnx::script(options{.domian = "acme"})]] Tensor a(Tensor x); // expected-error {{field designator 'domian' does not refer to any field}} expected-note@*:* {{'domain' declared here}}
[[onnx::script(options{.version = version()})]] Tensor b(Tensor x); // expected-error {{the argument of '[[onnx::script]]' is not a constant expression; Clang must know it while compiling [onnxc-annotation-argument-not-constant]}} expected-note {{non-constexpr function 'version'}}
[[onnx::script(options{.version = 0})]] Tensor c(Tensor x); // expected-error {{bad value of option 'version': a version is a positive number [onnxc-annotation-option-value]}}
[[onnx::script(options{.domain = ""})]] Tensor d(Tensor x); // expected-error {{bad value of option 'domain'}}
[[onnx::script(options{.domain = "ai.onnx"})]] Tensor e(Tensor x); // expected-error {{ONNX's own operators}}
[[onnx::script(options{.name = "two words"})]] Tensor f(Tensor x); // expected-error {{bad value of option 'name'}}
[[onnx::script(options{.trace = true})]] Tensor g(Tensor x); // expected-error {{'[[onnx::script]]' does not trace}}
[[onnx::trace(options{.trace = false})]] Tensor h(Tensor x); // expected-error {{'[[onnx::trace]]' traces}}
constexpr options tracing{.trace = true}, bad{.version = -1};
[[onnx::script((tracing))]] Tensor namedTrace(Tensor x); // expected-error {{'[[onnx::script]]' does not trace}}
[[onnx::trace((tracing))]] Tensor namedSame(Tensor x);
[[onnx::script((bad))]] Tensor namedBad(Tensor x); // expected-error {{bad value of option 'version'}}
options changing; // expected-note {{declared here}}
[[onnx::script((changing))]] Tensor notConstant(Tensor x); // expected-error {{is not a constant expression}} expected-note {{read of non-constexpr variable 'changing'}}
[[onnx::script(3)]] Tensor i(Tensor x); // expected-error {{the argument of '[[onnx::script]]' must be 'onnxc::options{...}', not 'int' [onnxc-annotation-argument-type]}}
[[onnx::script(options{}, options{})]] Tensor j(Tensor x); // expected-error {{takes at most one argument, 'onnxc::options{...}', not 2 arguments [onnxc-annotation-argument-count]}}

// Clang drops a lone name silently.
// CHECK-DAG: fix-it:"{{.*}}annotation-options.cc":{[[@LINE+2]]:15-[[@LINE+2]]:15}:"("
// CHECK-DAG: fix-it:"{{.*}}annotation-options.cc":{[[@LINE+1]]:20-[[@LINE+1]]:20}:")"
[[onnx::trace(fixed)]] Tensor k(Tensor x); // expected-error {{put it in parentheses: '(fixed)' [onnxc-annotation-argument-identifier]}}
[[onnx::op("d", "X", since)]] Tensor l(Tensor x); // expected-error {{put it in parentheses: '(since)'}}
[[onnx::trace((fixed))]] Tensor m(Tensor x);
[[onnx::op("d", "X", (since))]] Tensor n(Tensor x);
[[onnx::op("d", "X", since + 1)]] Tensor o(Tensor x);

[[onnx::op("d", "X")]] Tensor p(Tensor x); // expected-error {{takes 3 arguments (domain, operator name, since-version), not 2 arguments}}
[[onnx::op(1, "X", 1)]] Tensor q(Tensor x); // expected-error {{must be a string (the domain), not 'int'}}
[[onnx::op("", "", 1)]] Tensor r(Tensor x); // expected-error {{an operator needs a name}}
[[onnx::op("", "X", 0)]] Tensor s(Tensor x); // expected-error {{bad value of option 'since-version'}}

template <int v> [[onnx::script(options{.version = v})]] Tensor t(Tensor x) { return x; } // expected-error {{bad value of option 'version'}}
Tensor use(Tensor x) { return t<2>(x) + t<0>(x); }
