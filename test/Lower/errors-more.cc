// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/opset20.h>
#include <map>
#include <optional>
#include <tuple>
#include <vector>
using namespace onnxc;
namespace op = onnxc::opset20;

[[onnx::script]] Tensor hugeVector(Tensor x) {
  std::vector<Tensor> v(2000000); // expected-error {{this takes too many steps while compiling [onnxc-too-many-steps]}}
  return x;
}
[[onnx::script]] Tensor carriesSlice(FLOAT<"N"> x, INT64<scalar> n) {
  Slice s(0, 1);
  Tensor y = x;
  for (Tensor i : onnxc::range(n)) {
    y = y + x.index({s});
    s = Slice(1, 2); // expected-error {{'s' changes in the loop, but ONNX loops carry tensors and sequences only [onnxc-loop-state]}}
  }
  return y;
}
[[onnx::script]] Tensor growsVector(FLOAT<"N"> x, INT64<scalar> n) {
  std::vector<Tensor> v = {x};
  for (Tensor i : onnxc::range(n)) // expected-error {{this loop must be unrolled, as it changes the size of a C++ container, but its condition is not known while compiling [onnxc-loop-not-unrolled]}}
    v.push_back(x);
  return op::Concat(v, {.axis = 0});
}
[[onnx::script]] Tensor growsForLong(FLOAT<"N"> x) {
  std::vector<Tensor> v = {x};
  for (int64_t i = 0; i < 30000; ++i) // expected-error {{the loop runs too often to be unrolled while compiling [onnxc-loop-too-long]}}
    v.push_back(x);
  return op::Concat(v, {.axis = 0});
}
[[onnx::script]] Tensor danglingClosure(Tensor x) {
  auto make = [](Tensor t) { return [&] { return t + 1; }; }; // expected-warning {{address of stack memory}} expected-note {{implicitly captured by reference}}
  return make(x)(); // expected-error {{returns a reference to one of its own variables, which ends with the call: return or capture it by value [onnxc-dangling-reference]}}
}
[[onnx::script]] Tensor bodyWrites(FLOAT<"N"> x, INT64<scalar> n) {
  Tensor y = x;
  Tensor last = op::Loop<1, 0>(n, {}, {x}, [&](Tensor, Tensor c, Tensor s) { // expected-error {{the body of a subgraph writes to 'y', which is outside of it: return the value instead [onnxc-subgraph-writes]}}
    y = s;
    return std::tuple{c, s + 1};
  });
  return y + last;
}
[[onnx::script]] Tensor chosenInside(FLOAT<scalar> x, FLOAT<scalar> y, BOOL<scalar> c) {
  Tensor a = x, b = y;
  (c ? (a += 1, a > b ? a : b) : b) = x + 1; // expected-error {{the variable that this refers to is chosen inside of a branch, out of which ONNX cannot follow it: use 'if' [onnxc-conditional-reference]}}
  return a + b;
}
[[onnx::script]] Tensor isFine(FLOAT<"N"> x, FLOAT<"N"> y, BOOL<scalar> c) {
  const Tensor &r = c ? x : y;
  return r + r;
}
static Tensor negate(Tensor x) { return -x; }
static Tensor same(Tensor x) { return x; }
[[onnx::script]] Tensor nullFunction(Tensor x) {
  Tensor (*f)(Tensor) = nullptr;
  return f(x); // expected-error {{a scripted function cannot call through a pointer that is not known while compiling [onnxc-indirect-call]}}
}
[[onnx::script]] Tensor chosenFunction(Tensor x, bool c) {
  auto f = c ? negate : same; // expected-error {{this value gets values in the two branches that ONNX cannot choose between at run time [onnxc-branch-values]}}
  return f(x);
}
[[onnx::script]] std::vector<Tensor> noOutputs(Tensor) { // expected-error {{'noOutputs' returns no tensor, but an ONNX function needs at least one output [onnxc-no-outputs]}}
  return {};
}
[[onnx::script]] Tensor omittedPart(Tensor x) {
  std::optional<Tensor> nothing;
  return op::Concat({x, nothing}, {.axis = 0}); // expected-error {{an element of input 'inputs' of 'Concat' is omitted}} expected-note {{this operand is T0}}
}
[[onnx::script]] Tensor pointerArithmetic(Tensor x, const char *name) {
  return *(name + 1) == 'a' ? x : -x; // expected-error {{this value cannot take part in arithmetic on C++ numbers here [onnxc-not-a-number]}}
}
[[onnx::script]] Tensor listGrows(Tensor x, std::vector<int64_t> perm) {
  perm.push_back(3); // expected-error {{'push_back' needs elements that are known while compiling, but those of an attribute parameter are not}}
  return op::Transpose(x, {.perm = perm});
}
[[onnx::script]] Tensor usesMap(Tensor x) {
  std::map<int, Tensor> map; // expected-error {{a scripted function cannot use 'std::map': its code needs pointers or other things that ONNX has no value for; use std::array, std::vector, std::optional, std::tuple or a struct [onnxc-library-code]}}
  map[0] = x; // expected-error {{a scripted function cannot use 'std::map'}}
  return x;
}
