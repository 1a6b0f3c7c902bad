// RUN: %onnxc --check %s -- -Xclang -verify
#include <array>
#include <onnxc/opset20.h>
#include <string>
#include <typeinfo>
#include <vector>
using namespace onnxc;
namespace op = onnxc::opset20;

int64_t counter = 0;
Tensor *elsewhere();
int64_t runTime(int64_t n);

[[onnx::script]] Tensor jumps(Tensor x) {
  goto done; // expected-error {{'goto' has no counterpart in an ONNX graph; make the function [[onnx::trace]] if it must run while the graph is made [onnxc-statement-refused]}}
done:
  return x;
}
[[onnx::script]] Tensor assembles(Tensor x) {
  asm("nop"); // expected-error {{'asm' has no counterpart in an ONNX graph; make}}
  return x;
}
[[onnx::script]] Tensor tries(Tensor x) {
  try { // expected-error {{'try' has no counterpart in an ONNX graph; make}}
    return x;
  } catch (...) {
    return -x;
  }
}
[[onnx::script]] Tensor throws(Tensor x) {
  throw 1; // expected-error {{'throw' has no counterpart in an ONNX graph; make}}
}
[[onnx::script]] Tensor allocates(Tensor x) {
  Tensor *p = new Tensor(x); // expected-error {{a scripted function cannot use a pointer ('Tensor *'): ONNX has no addresses; use a reference or a copy [onnxc-pointer-to-tensor]}}
  return *p;
}
[[onnx::script]] Tensor reinterprets(Tensor x, int64_t n) {
  return x + reinterpret_cast<int64_t>(&n); // expected-error {{a scripted function cannot convert a value this way (PointerToIntegral) [onnxc-cast-refused]}}
}
[[onnx::script]] Tensor keeps(Tensor x) {
  static Tensor last = x; // expected-error {{variable 'last' is static, but a graph keeps nothing from one run to the next: pass the value in and return it [onnxc-static-variable]}}
  return last;
}
[[onnx::script]] Tensor keepsPerThread(Tensor x) {
  thread_local int64_t n = 0; // expected-error {{variable 'n' is thread_local, but a graph keeps nothing}}
  return x + n;
}
[[onnx::script]] Tensor points(Tensor x) {
  Tensor *p = &x; // expected-error {{a scripted function cannot use a pointer ('Tensor *'):}}
  return *p;
}
[[onnx::script]] Tensor readsGlobal(Tensor x) { return x + counter; } // expected-error {{the global variable 'counter' can change while the program runs: its value is not known while compiling, and a graph cannot write to it; make it constexpr, or pass it as a parameter and return the new value [onnxc-mutable-global]}}
[[onnx::script]] Tensor writesGlobal(Tensor x) {
  counter = 3; // expected-error {{the global variable 'counter' can change while the program}}
  return x;
}
[[onnx::script]] Tensor divides(Tensor x) {
  int64_t zero = 0;
  return x + 1 / zero; // expected-error {{division by zero [onnxc-division-by-zero]}}
}
[[onnx::script]] Tensor shifts(Tensor x) {
  int64_t wide = 64;
  return x + (1ll << wide); // expected-error {{the shift amount is negative or not less than the width of the type [onnxc-shift-range]}}
}
[[onnx::script]] Tensor indexes(Tensor x) {
  std::array<Tensor, 2> parts = {x, x};
  int64_t two = 2;
  return parts[two]; // expected-error {{index 2 is outside of an array of 2 elements [onnxc-array-index-range]}}
}
[[onnx::script]] Tensor sizeAtRunTime(FLOAT<"N"> x) {
  std::vector<Tensor> parts = {x, x};
  parts.resize(x.dim(0)); // expected-error {{this index or size must be known while compiling; to index by a run-time value, make the array a Tensor [onnxc-runtime-array-index]}}
  return parts[0];
}
[[onnx::script]] Tensor overflows(INT8<"N"> x) { return x + 1000; } // expected-error {{1000 is out of the range of int8 [onnxc-graph-error]}} expected-note {{this operand is int8[N]}}
[[onnx::script]] Tensor endless(Tensor x) {
  while (true) // expected-error {{the loop never ends [onnxc-endless-loop]}}
    x = x + 1;
}
[[onnx::script]] Tensor rangeZero(Tensor x) {
  for (Tensor i : onnxc::range(0, 3, 0)) // expected-error {{the step of onnxc::range is zero [onnxc-range-step-zero]}}
    x = x + i;
  return x;
}
[[onnx::script]] Tensor rangeOver(Tensor x, std::string text) {
  for (char c : text) // expected-error {{a range-for of a scripted function runs over onnxc::range, constant arrays, and containers of known size, not 'std::string' [onnxc-range-for-over]}}
    x = x + c;
  return x;
}
[[onnx::script]] Tensor lists(Tensor x, const char *name) {
  std::string text = name;
  if (text.size() > 2) // expected-error {{this operation needs strings that are known while compiling [onnxc-runtime-text]}}
    return x;
  return -x;
}
[[onnx::script]] Tensor joins(Tensor x, std::string name) {
  std::string text = name + "!"; // expected-error {{this operation needs strings that are known while compiling [onnxc-runtime-text]}}
  return x;
}
[[onnx::script]] Tensor numberRange(Tensor x) {
  double large = 1e30;
  return x + static_cast<int64_t>(large); // expected-error {{the number does not fit the type that it is converted to [onnxc-number-range]}}
}
[[onnx::script]] Tensor makesNew(Tensor x) {
  (void)new Tensor(x); // expected-error {{a scripted function cannot use new: ONNX has no value for it [onnxc-expression-refused]}}
  return x;
}
[[onnx::script]] Tensor manySteps(Tensor x) {
  int64_t n = 0;
  for (int64_t i = 0; i < 1000000000; ++i)
    n += i % 3;
  return x + n;
}
template <int n> Tensor deep(Tensor x) {
  if constexpr (n == 0)
    return x;
  else
    return deep<n - 1>(x) + 1; // expected-error {{expressions or calls are nested too deeply [onnxc-too-deep]}}
}
[[onnx::script]] Tensor tooDeep(Tensor x) { return deep<1000>(x); }
