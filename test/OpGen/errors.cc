// What must not compile. Clang checks each error; g++ must refuse each line on its own too.
// RUN: %clangxx %include_flags -w -fsyntax-only -Xclang -verify=expected -ferror-limit=0 %s
// RUN: %python %S/Inputs/each_line_fails.py %s %gxx %include_flags -Wno-attributes=onnx:: -fsyntax-only
#include <onnxc/opset20.h>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::Sequence;

float scale(Tensor x, float k);
enum class Mode { a };

void all(FLOAT<"N", 3> x, INT64<onnxc::scalar> k, float f, Sequence s, std::vector<float> floats) {
  // clang-format off
  op::Softmax(x, {.axis = 1.5}); // expected-error {{no viable conversion from 'double' to 'IntAttribute'}} expected-note@* 0+{{}}
  op::Softmax(x, {.axis = f}); // expected-error {{no viable conversion from 'float' to 'IntAttribute'}}
  op::Softmax(x, {.axis = "1"}); // expected-error {{no viable conversion}}
  op::Softmax(x, {.axis = k}); // expected-error {{no viable conversion}}
  op::Softmax(x, {.axes = 1}); // expected-error {{does not refer to any field}}
  op::LeakyRelu(x, {.alpha = "x"}); // expected-error {{no viable conversion}}
  op::LeakyRelu(x, {.alpha = x}); // expected-error {{no viable conversion}}
  op::Gelu(x, {.approximate = 3}); // expected-error {{deleted}}
  op::Gelu(x, {.approximate = 0}); // expected-error {{deleted}}
  op::Gelu(x, {.approximate = nullptr}); // expected-error {{deleted}}
  op::Transpose(x, {.perm = 1.5}); // expected-error {{no viable conversion}}
  op::Transpose(x, {.perm = floats}); // expected-error {{no viable conversion}}
  op::Cast(x, {}); // expected-error {{deleted}}
  op::Cast(x); // expected-error {{too few arguments}}
  op::Cast(x, {.saturate = 1}); // expected-error {{deleted}}
  op::Concat({x, x}); // expected-error {{too few arguments}}
  op::Relu(x, x); // expected-error {{too many arguments}}
  op::Relu(); // expected-error {{too few arguments}}
  op::Relu({}); // expected-error {{deleted}}
  op::Relu(std::nullopt); // expected-error {{deleted}}
  op::Relu(s); // expected-error {{no viable conversion}}
  op::Relu(Mode::a); // expected-error {{could not bind}}
  op::Relu(nullptr); // expected-error {{could not bind}}
  op::SequenceAt(x, 0); // expected-error {{no viable conversion}}
  op::SequenceAt({}, 0); // expected-error {{no matching constructor}}
  op::Upsample(x, x); // expected-error {{no member named 'Upsample'}}
  onnxc::opset20::RMSNormalization(x, x); // expected-error {{no member named 'RMSNormalization'}}
  auto [a, b, c] = op::TopK(x, k); // expected-error {{decomposes into 2 elements}}
  auto [d, e] = op::Split<3>(x); // expected-error {{decomposes into 3 elements}}
  x[0] = x; // expected-error {{no viable overloaded '='}}
  x.index({0}) = x; // expected-error {{no viable overloaded '='}}
  x + 1 += x; // expected-error {{no viable overloaded '+='}}
  x[1.5]; // expected-error {{no viable overloaded operator[]}}
  switch (k) {} // expected-error {{requires explicit conversion}}
  scale(x, k); // expected-error {{no matching function}}
  int number = k; // expected-error {{no viable conversion}}
  Tensor list = s; // expected-error {{no viable conversion}}
  Sequence tensor = x; // expected-error {{no viable conversion}}
  Tensor null = nullptr; // expected-error {{deleted}}
  onnxc::tensor({{1.f, 2}}); // expected-error {{no matching function}}
  onnxc::tensor<int8_t>({300}); // expected-error {{narrow}}
  onnxc::options misspelt{.domian = "a"}; // expected-error {{did you mean 'domain'}}
  FLOAT<""> unnamed; // expected-error {{not a constant expression}}
  FLOAT<-1> negative; // expected-error {{not a constant expression}}
  // clang-format on
}
