// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/opset20.h>
#include <onnxc/trace.h>
#include <tuple>
#include <vector>
using namespace onnxc;
namespace op = onnxc::opset20;

[[onnx::script]] Tensor text(Tensor x, TensorOf<std::string, scalar> s) {
  return op::If(s, [&] { return x; }, [&] { return -x; }); // expected-error {{a condition is string[]: it must be a bool or a number; compare it, as in x != "" [onnxc-graph-error]}}
}
[[onnx::script]] Tensor textInCond(Tensor x) {
  return cond(Tensor("yes"), [&] { return x; }, [&] { return -x; }); // expected-error {{a condition is string[]}}
}
[[onnx::script]] Tensor two(Tensor x, FLOAT<2> c) {
  return cond(c, [&] { return x; }, [&] { return -x; }); // expected-error {{a condition must have one element, but this tensor is float[2]; reduce it with op::ReduceMax or op::ReduceMin first [onnxc-condition-shape]}}
}
[[onnx::script]] Tensor whileTwo(FLOAT<2> x) {
  return while_loop([](Tensor s) { return s > 0; }, [](Tensor s) { return s - 1; }, x); // expected-error {{the condition of a Loop is bool[2]: it must have one element; reduce it}}
}
[[onnx::script]] Tensor trips(FLOAT<"N"> x) {
  return for_loop(op::ReduceMax(x), [](Tensor, Tensor s) { return s; }, x); // expected-error {{the number of iterations of a Loop is float[1]: it must be an integer; cast it}}
}

// Bodies that give too much or too little are errors at the call; expected-note@*:* 0+ {{has been explicitly marked unavailable here}}
[[onnx::script]] Tensor forGivesTwo(Tensor x) {
  return for_loop(3, [](Tensor, Tensor s) { return std::tuple(s, s); }, x); // expected-error {{is unavailable: the body of a for_loop takes the iteration and each state, and returns each state}}
}
[[onnx::trace]] Tensor forTakesOne(Tensor x) {
  return for_loop(3, [](Tensor s) { return s; }, x); // expected-error {{is unavailable: the body of a for_loop takes the iteration and each state}}
}
[[onnx::trace]] Tensor whileGivesOne(Tensor x) {
  auto [a, b] = while_loop([](Tensor, Tensor b) { return b; }, [](Tensor a, Tensor) { return a; }, x, 3); // expected-error {{is unavailable: condition and body of a while_loop take each state; the condition returns one value, the body each state}}
  return a;
}
[[onnx::script]] Tensor loopGivesTwo(Tensor x) {
  auto [last, all] = op::Loop<1, 1>(3, {}, {x}, [](Tensor, Tensor go, Tensor s) { return std::tuple(go, s); }); // expected-error {{is unavailable: the body of a Loop takes the iteration, the condition and each state, and returns the condition, each state and each scan output}}
  return all;
}
[[onnx::trace]] Tensor scanGivesThree(Tensor x) {
  auto [last, all] = op::Scan<1, 1>({x}, {x}, [](Tensor s, Tensor e) { return std::tuple(s, e, e); }); // expected-error {{is unavailable: the body of a Scan takes each state and a slice of each scan input, and returns each state and each scan output}}
  return all;
}
// Those of vectors are known when these are there.
[[onnx::script]] Tensor forGivesAVector(Tensor x) {
  return for_loop(3, [](Tensor, Tensor s) { return std::vector<Tensor>{s, s}; }, x); // expected-error {{the body of a loop with 1 state returns 2 values; it must return 1 state [onnxc-graph-error]}}
}
[[onnx::script]] Tensor loopGivesAVector(Tensor x) {
  auto [last, all] = op::Loop<1, 1>(3, {}, {x}, [](Tensor, Tensor go, Tensor s) { return std::vector<Tensor>{go, s}; }); // expected-error {{returns 2 values; it must return the condition, 1 state and 1 scan output}}
  return all;
}

[[onnx::script]] Tensor changesItsType(FLOAT<"N"> x) {
  return for_loop(3, [](Tensor, Tensor s) { return op::Cast(s, {.to = DType::INT64}); }, x); // expected-error {{the loop changes the type of a variable from float[N] to int64[N]}}
}
[[onnx::script]] Tensor noSuchAxis(FLOAT<"N"> x) {
  return op::Scan<0, 1>({}, {x}, [](Tensor e) { return e; }, {.scan_input_axes = {-2}}); // expected-error {{input 0 of Scan is float[N], which has no axis -2}}
}
[[onnx::script]] Tensor tooManyAxes(FLOAT<"N"> x) {
  return op::Scan<0, 1>({}, {x}, [](Tensor e) { return e; }, {.scan_input_axes = {0, 0}}); // expected-error {{attribute 'scan_input_axes' of 'Scan' has 2 elements, but there are 1 scanned input}}
}
[[onnx::script]] Tensor otherLengths(FLOAT<2> x, FLOAT<3> y) {
  return op::Scan<0, 1>({}, {x, y}, [](Tensor e, Tensor g) { return e + g; }); // expected-error {{the inputs of Scan have different lengths: 2 and 3}}
}
[[onnx::script]] Sequence noSequence(SequenceOf<float> q, FLOAT<"N"> x) {
  return op::SequenceMap(q, {x}, [](Tensor e, Tensor y) { return op::MatMul(e, op::Unsqueeze(y, 0)); });
}
[[onnx::script]] Tensor writes(FLOAT<"N"> x, INT64<scalar> n) {
  Tensor y = x;
  return for_loop(n, [&](Tensor, Tensor s) { y = s; return s + 1; }, x); // expected-error {{the body of a subgraph writes to 'y', which is outside of it: return the value instead [onnxc-subgraph-writes]}}
}
