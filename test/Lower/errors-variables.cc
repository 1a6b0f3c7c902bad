// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/opset20.h>
#include <optional>
#include <string>
#include <tuple>
#include <vector>
using namespace onnxc;
namespace op = onnxc::opset20;

struct Two { Tensor a, b; };

[[onnx::script]] Tensor unset(Tensor x) {
  Tensor y; // expected-note {{'y' is declared here}}
  return x + y; // expected-error {{'y' is not set when it is read here: give it a value on each path [onnxc-unset-variable]}}
}
[[onnx::script]] Tensor unsetOnAPath(FLOAT<"N"> x, BOOL<scalar> c) {
  Tensor y; // expected-note {{'y' is declared here}}
  if (c)
    y = x; // expected-note {{it is set here, but not on every path}}
  return y + x; // expected-error {{'y' is not set on every path when it}}
}
[[onnx::script]] Two unsetMember(Tensor x) {
  Two two;
  two.a = x;
  return two; // expected-error {{'b' is not set when it is read here:}}
}
[[onnx::script]] Tensor noReturn(FLOAT<"N"> x, BOOL<scalar> c) {
  if (c)
    return x;
} // expected-warning {{non-void function does not return a value in all control paths}} expected-error {{some path reaches the end of 'noReturn' without a 'return': a graph must give its outputs on each path [onnxc-no-return]}}
[[onnx::script]] Tensor absent(Tensor x, std::optional<Tensor> bias) { return x + *bias; }
[[onnx::script]] std::optional<Tensor> absentResult(Tensor x) { return std::nullopt; } // expected-error {{an output of a function cannot be omitted [onnxc-absent-result]}}
[[onnx::script]] Tensor emptyOptional(Tensor x) {
  std::optional<int64_t> n;
  return x + *n; // expected-error {{the optional is empty here [onnxc-absent-value]}}
}
[[onnx::script]] Tensor condition(FLOAT<3> x) {
  if (x > 0) // expected-error {{a condition must have one element, but this tensor is bool[3]; reduce it with op::ReduceMax or op::ReduceMin first [onnxc-condition-shape]}}
    return x;
  return -x;
}
[[onnx::script]] Tensor conditionSequence(Tensor x, std::string s) {
  while (s.size()) // expected-error {{this operation needs strings that are known while compiling [onnxc-runtime-text]}}
    x = x + 1;
  return x;
}
[[onnx::script]] Tensor branchSizes(FLOAT<"N"> x, BOOL<scalar> c) {
  std::vector<Tensor> parts = {x};
  if (c) // expected-error {{'parts' has different sizes in the two branches; ONNX fixes the number of values while compiling [onnxc-branch-sizes]}}
    parts.push_back(x);
  return op::Concat(parts, {.axis = 0});
}
[[onnx::script]] Tensor branchOptional(FLOAT<"N"> x, BOOL<scalar> c) {
  std::optional<Tensor> low;
  if (c) // expected-error {{'low' is omitted in one branch and given in the other, which ONNX cannot express [onnxc-branch-optional]}}
    low = x;
  return op::Clip(x, low);
}
[[onnx::script]] Tensor branchValues(FLOAT<"N"> x, BOOL<scalar> c) {
  const char *mode = "linear";
  if (c)
    mode = "nearest";
  return op::Resize(x, {}, {2.0f}, {}, {.mode = mode}); // expected-error {{this value cannot be attribute 'mode' [onnxc-attribute-kind]}}
}
[[onnx::script]] Tensor loopState(FLOAT<"N"> x) {
  const char *mode = "linear";
  for (int64_t i = 0; i < x.dim(0); ++i)
    mode = "nearest";
  return op::Resize(x, {}, {2.0f}, {}, {.mode = mode}); // expected-error {{this value cannot be attribute 'mode'}}
}
[[onnx::script]] Tensor loopStateType(FLOAT<"N"> x) {
  Tensor y = x; // expected-note {{it starts as float[N] here}}
  for (int64_t i = 0; i < x.dim(0); ++i)
    y = onnxc::cast<int64_t>(y); // expected-error {{loop variable 'y' starts as float[N] and becomes int64[N]: ONNX loops cannot change an element type; convert it inside the loop [onnxc-loop-state-type]}}
  return y;
}
[[onnx::script]] Tensor loopStructure(FLOAT<"N"> x) {
  std::vector<Tensor> parts = {x};
  for (int64_t i = 0; i < x.dim(0); ++i) // expected-error {{this loop must be unrolled, as it changes the size of a C++ container, but its condition is not known while compiling [onnxc-loop-not-unrolled]}}
    parts.push_back(x);
  return op::Concat(parts, {.axis = 0});
}
[[onnx::script]] Tensor tooLong(FLOAT<"N"> x) {
  std::vector<Tensor> parts = {x};
  for (int64_t i = 0; i < 100000000; ++i) // expected-error {{the loop runs too often to be unrolled while compiling [onnxc-loop-too-long]}}
    parts.push_back(x);
  return op::Concat(parts, {.axis = 0});
}
struct Pair { Tensor first, second; };
[[onnx::script]] Tensor unsetResult(FLOAT<"N"> x) {
  Tensor y; // expected-note {{'y' is declared here}}
  return y; // expected-error {{'y' is not set when it is read here:}}
}
[[onnx::script]] Tensor notATensor(Tensor x) {
  std::optional<Tensor> nothing;
  return op::Relu(nothing); // expected-error {{input 'X' of 'Relu' is required [onnxc-graph-error]}}
}
[[onnx::script]] Tensor conditionOnText(Tensor x, const char *mode) {
  if (mode)
    return x;
  return -x;
}
[[onnx::script]] Tensor absentAsTensor(Tensor x) {
  std::optional<Tensor> nothing;
  return x + nothing.value_or(x) + *nothing; // expected-error {{the optional is empty here}}
}
[[onnx::script]] Tensor branchLambda(FLOAT<"N"> x, BOOL<scalar> c) {
  auto plus = [](Tensor t) { return t + 1; };
  Tensor (*f)(Tensor) = plus;
  if (c) // expected-error {{'f' gets values in the two branches that ONNX cannot choose between at run time [onnxc-branch-values]}}
    f = [](Tensor t) { return t - 1; };
  return f(x);
}
[[onnx::script]] Tensor loopText(FLOAT<"N"> x) {
  std::string text = "a";
  for (int64_t i = 0; i < x.dim(0); ++i)
    text = text + "b"; // expected-error {{this operation needs strings that are known while compiling [onnxc-runtime-text]}}
  return onnxc::tensor<std::string>({text});
}
[[onnx::script]] Tensor captured(FLOAT<"N"> x) {
  int64_t n = x.dim(0);
  auto add = [n] [[onnx::script]] (Tensor t) -> Tensor { return t + n; }; // expected-error {{the value of 'n' is not known here [onnxc-not-visible]}}
  return add(x);
}
