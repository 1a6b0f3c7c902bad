// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/opset20.h>
#include <optional>
#include <tuple>
#include <vector>
using namespace onnxc;
namespace op = onnxc::opset20;

[[onnx::script]] Tensor attributeIsEmpty(Tensor x, std::vector<int64_t> v) {
  return v.empty() ? x : -x; // expected-error {{this value cannot take part in arithmetic on C++ numbers here [onnxc-not-a-number]}}
}
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
