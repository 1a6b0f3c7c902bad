// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/opset17.h>
#include <onnxc/opset20.h>
#include <tuple>
#include <vector>
using namespace onnxc;
namespace op = onnxc::opset20;

Tensor unknown(Tensor x);
[[onnx::script]] Tensor callsUnknown(Tensor x) { return unknown(x); } // expected-error {{'unknown' takes or returns values of the graph, but neither is it an operator or a scripted function nor is its body visible here: annotate it or define it in this file [onnxc-unknown-call]}}
[[onnx::script]] std::vector<Tensor> declaredOnly(Tensor x);
[[onnx::script]] Tensor callsDeclared(Tensor x) { return declaredOnly(x)[0]; } // expected-error {{the number of tensors that 'declaredOnly' returns is known from its body only, and that is not in this file: include its definition [onnxc-script-without-body]}}
Tensor helper(Tensor x) { return x; }
[[onnx::script]] Tensor indirect(Tensor x, int64_t n) {
  Tensor (*f)(Tensor) = n > 1 ? helper : unknown; // expected-error {{gets values in the two branches that ONNX cannot choose between at run time [onnxc-branch-values]}}
  return f(x);
}
[[onnx::script]] Tensor factorial(FLOAT<scalar> n) { // expected-note {{'factorial' is in the cycle}}
  if (n < 2)
    return n;
  return n * factorial(n - 1); // expected-error {{'factorial' calls itself, and ONNX functions cannot be recursive: use a loop [onnxc-recursion]}}
}
struct Layer {
  float gain = 1;
  [[onnx::script]] Tensor run(Tensor x) const { return x * gain; }
};
[[onnx::script]] Tensor runTimeThis(Tensor x, float gain) {
  Layer layer{gain};
  return layer.run(x); // expected-error {{a scripted method needs an object that is known while compiling (constexpr) [onnxc-runtime-this]}}
}
[[onnx::script]] Tensor arithmetic(Tensor x, int64_t axis) { return op::Softmax(x, {.axis = axis + 1}); } // expected-error {{attribute 'axis' needs a value that is known while compiling: ONNX attributes are constants, and arithmetic on an attribute parameter gives a run-time value; make it a template parameter, or the function [[onnx::trace]] [onnxc-attribute-needs-constant]}}
[[onnx::script]] Tensor inList(Tensor x, int64_t axis) { return op::Transpose(x, {.perm = {axis, 0}}); } // expected-error {{attribute 'perm': ONNX cannot put an attribute parameter into a list; make the whole list a parameter, or the function [[onnx::trace]] [onnxc-attribute-in-list]}}
[[onnx::script]] Tensor kind(Tensor x, float axis) { return op::Softmax(x, {.axis = int64_t(axis)}); } // expected-error {{attribute 'axis' needs a value that is known while}}
[[onnx::script]] Tensor opsets(FLOAT<"N", "M"> x) { return op::ReduceMax(onnxc::opset17::ReduceMax(x)); } // expected-error {{an operator of onnxc::opset17 in a function that uses onnxc::opset20: one function is made for one opset [onnxc-two-opsets]}} expected-note {{onnxc::opset20 is named here first}}
Tensor bodyElsewhere();
[[onnx::script]] Tensor subgraphBody(FLOAT<"N"> x, BOOL<scalar> c) { return op::If(c, bodyElsewhere, [&] { return x; }); } // expected-error {{the body of a subgraph must be a lambda or function whose definition is visible here [onnxc-subgraph-body]}}
[[onnx::trace]] Tensor traced(FLOAT<"N"> x) {
  if (x[0] > 0) // expected-warning {{a tensor as a condition has no value while 'traced' is traced, so this throws TraceError: use onnxc::cond or op::Where, or make the function [[onnx::script]] and call it [onnxc-traced-condition]}} expected-error {{the traced function is inlined into a scripted one, where this condition is not known while compiling; make it [[onnx::script]] [onnxc-trace-needs-value]}}
    return x;
  return -x;
}
[[onnx::script]] Tensor callsTraced(FLOAT<"N"> x) { return traced(x); } // expected-note {{'traced' is called here}}
[[onnx::trace]] Tensor tracedLoop(FLOAT<"N"> x) {
  for (int64_t i = 0; i < x.dim(0); ++i) // expected-error {{the traced function is inlined into a scripted one, where this condition is not known while compiling; make it [[onnx::script]] [onnxc-trace-needs-value]}}
    x = x + 1;
  return x;
}
[[onnx::script]] Tensor callsTracedLoop(FLOAT<"N"> x) { return tracedLoop(x); } // expected-note {{'tracedLoop' is called here}}
int64_t larger(int64_t n) { return n > 2 ? n : 2; } // expected-error {{[onnxc-trace-needs-value]}}
[[onnx::trace]] Tensor tracedConditions(FLOAT<"N", 3> x, int64_t mode = 0) {
  int64_t n = x.dim(0), k = larger(n);
  bool both = n > 2 && x.rank() == 2; // expected-error {{[onnxc-trace-needs-value]}}
  bool one = x.rank() != 2 || n < 9; // expected-error {{[onnxc-trace-needs-value]}}
  while (n > 0) // expected-error {{[onnxc-trace-needs-value]}}
    --n;
  do
    ++n;
  while (n < 5); // expected-error {{[onnxc-trace-needs-value]}}
  switch (x.dim(0)) { // expected-error {{[onnxc-trace-needs-value]}}
  case 1:
    x = x + 1;
  }
  if (mode) // expected-error {{[onnxc-trace-needs-value]}}
    x = x + 2;
  if (x.rank() == 2 && x.dim(1) == 3)
    return x + k;
  return x;
}
[[onnx::script]] Tensor callsTracedConditions(FLOAT<"N", 3> x, int64_t mode) { return tracedConditions(x, mode); } // expected-note 7 {{'tracedConditions' is called here}}
[[onnx::script]] Tensor loopStateCount(FLOAT<"N"> x) {
  auto [y, z] = op::Loop<2, 0>(3, true, {x}, [&](Tensor i, Tensor keep, Tensor a, Tensor b) { return std::tuple{keep, a, b}; }); // expected-error {{2 states are declared, but 1 are given [onnxc-loop-state-count]}}
  return y;
}
[[onnx::script]] Tensor outputCount(FLOAT<"N"> x, int64_t n) {
  std::vector<Tensor> parts = op::Split(x, {}, {}, static_cast<size_t>(n)); // expected-error {{the number of outputs must be known while compiling [onnxc-output-count-known]}}
  return parts[0];
}
[[onnx::script]] Tensor toUnknown(FLOAT<"N"> x, BOOL<scalar> c) {
  DType type = DType::INT64;
  if (c)
    type = DType::INT32;
  return x.to(type); // expected-error {{the element type must be known while compiling [onnxc-d-type-known]}}
}
