// What cannot be rewritten is said at its place.
// REQUIRES: onnxc
// RUN: %onnxc --emit=cpp %s -o %t.cc -- -Xclang -verify
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor;

Tensor global;
[[onnx::trace]] Tensor &reference(Tensor x) { return global = x; } // expected-error {{'reference' returns a reference}} expected-error {{'reference' writes to 'global'}}
[[onnx::trace]] Tensor tryBlock(Tensor x) try { // expected-error {{'tryBlock' has a function-try-block, which cannot be wrapped: put the try block inside the body}}
  return x;
} catch (...) {
  return x;
}
[[onnx::trace]] auto recursive(Tensor x, int n) {
  if (n == 0)
    return x;
  return recursive(x, n - 1); // expected-error {{'recursive' calls itself before its return type is deduced: write the return type}}
}
#define BODY { return x; }
[[onnx::trace]] Tensor fromMacro(Tensor x) BODY // expected-error {{the body of 'fromMacro' comes from a macro, where no stub can be written}}
[[onnx::trace]] Tensor quiet(Tensor x) noexcept { return x; } // expected-warning {{'quiet' is noexcept, but a call of it throws TraceError}}

class Hidden {
public:
  Tensor get() const { return value; }

private:
  Tensor value; // expected-note {{'value' is declared here}}
};
struct Holder {
  Hidden hidden;
  int calls = 0;
  [[onnx::trace]] Tensor run(Tensor x) const { return x + hidden.get(); } // expected-error {{'run' depends on 'Hidden::value', which belongs to what tells its graphs apart but cannot be read from here}}
  [[onnx::trace]] Tensor count(Tensor x) {
    ++calls; // expected-error {{traced function 'count' writes to member 'calls', which outlives the call}}
    return x;
  }
};
Tensor outer(Tensor x) {
  int n = 0;
  auto f = [&] [[onnx::trace]] (Tensor t) {
    n = 3; // expected-error {{writes to 'n', which outlives the call}}
    int own = n;
    own += 1;
    return t + own;
  };
  return f(x);
}
