// Tensors whose value a traced function would need: a warning at the place, with what to do instead.
// REQUIRES: onnxc
// RUN: %onnxc --emit=cpp %s -o %t.cc -- -Xclang -verify
// RUN: %onnxc --check %s -- -Xclang -verify
#include <onnxc/opset20.h>
#include <array>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor;

[[onnx::trace]] Tensor uses(Tensor x, int64_t n) {
  if (x > 0) // expected-warning {{a tensor as a condition has no value while 'uses' is traced, so this throws TraceError: use onnxc::cond or op::Where, or make the function [[onnx::script]] and call it}}
    x = x + 1;
  Tensor y = x ? x : -x; // expected-warning {{a tensor as a condition}}
  while (op::ReduceMax(x) > 1) // expected-warning {{a tensor as the condition of a loop has no value while 'uses' is traced, so this throws TraceError: use onnxc::while_loop}}
    x = x / 2;
  for (int64_t i = 0; i < n; ++i)
    x = x + i;
  for (Tensor i = 0; i < x; ++i) // expected-warning {{a tensor as the condition of a loop}}
    y = y + i;
  for (Tensor i : onnxc::range(x)) // expected-warning {{a tensor as the bound of a loop has no value while 'uses' is traced, so this throws TraceError: use onnxc::for_loop}}
    y = y + i;
  for (Tensor i : onnxc::range(n))
    y = y + i;
  const int64_t table[] = {1, 2};
  y = y + table[bool(x)]; // expected-warning {{a tensor as an index has no value}}
  if (x.rank() > 2 && n > 1)
    return y;
  return x;
}

void takesBool(bool);
struct Flag {
  explicit Flag(bool);
};
// Wherever C++ makes a bool of it.
[[onnx::trace]] Tensor everywhere(Tensor x, bool flag, std::vector<Tensor> list) {
  if (!x) // expected-warning {{a tensor as a condition}}
    x = x + 1;
  if (x && flag) // expected-warning {{a tensor as a condition}}
    x = x + 1;
  if (flag || x > 0) // expected-warning {{a tensor as a condition}}
    x = x + 1;
  bool made = bool(x);                // expected-warning {{a tensor as a condition}}
  bool cast = static_cast<bool>(x);   // expected-warning {{a tensor as a condition}}
  bool braced{x};                     // expected-warning {{a tensor as a condition}}
  takesBool((bool)x);                 // expected-warning {{a tensor as a condition}}
  Flag object(static_cast<bool>(-x)); // expected-warning {{a tensor as a condition}}
  if (Tensor y = x) // expected-warning {{a tensor as a condition}}
    x = y;
  if (Tensor y = x + 1; y > 2) // expected-warning {{a tensor as a condition}}
    x = y;
  do
    x = x + 1;
  while (x < 3); // expected-warning {{a tensor as the condition of a loop}}
  while (Tensor y = x) // expected-warning {{a tensor as the condition of a loop}}
    x = y;
  for (int i = 0; i < x; ++i) // expected-warning {{a tensor as the condition of a loop}}
    x = x + 1;
  for (Tensor &each : list)
    if (each) // expected-warning {{a tensor as a condition}}
      x = each;
  auto lambda = [&] { return bool(x); }; // expected-warning {{a tensor as a condition}}
  std::vector<int> vector(3);
  std::array<int, 3> array{};
  x = x + vector[bool(x)] + array[x ? 1 : 0]; // expected-warning {{a tensor as an index}} expected-warning {{a tensor as an index}}
  switch (x ? 1 : 0) { // expected-warning {{a tensor as a condition}}
  case 1:
    return x;
  }
  if constexpr (sizeof(x) > 1)
    x = x + made + cast + braced + lambda();
  return x;
}

template <class T> [[onnx::trace]] Tensor instance(T x) {
  if (x) // expected-warning {{a tensor as a condition}}
    return 1;
  return 0;
}

[[onnx::script]] Tensor scripted(Tensor x) {
  if (op::ReduceMax(x) > 0)
    x = x + 1;
  return x;
}
Tensor plain(Tensor x) { return instance(x) + instance(onnxc::FLOAT<>(x)) + instance(true); }
