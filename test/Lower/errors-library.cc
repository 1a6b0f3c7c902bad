// RUN: %onnxc --check %s -- -Xclang -verify
// Functions of the C++ library that a graph cannot stand for, each in its own words; folding of known numbers.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <onnxc/opset20.h>
#include <string>
using namespace onnxc;
namespace op = onnxc::opset20;

using X = FLOAT<"N">;
[[onnx::script]] Tensor prints(X x, float a) {
  printf("%f\n", a); // expected-error {{a scripted function cannot call printf: a graph prints nothing when it runs; return the value, and print it in the program that runs the model [onnxc-library-function]}}
  return x;
}
[[onnx::script]] Tensor puts(X x) {
  std::puts("here"); // expected-error {{a scripted function cannot call puts: a graph prints nothing}}
  return x;
}
[[onnx::script]] Tensor asserts(X x, float a) {
  assert(x.rank() == 1);
  assert(a > 0); // expected-error {{an assertion has no counterpart in an ONNX graph, which does not stop where a condition fails; return the condition, or compile with -DNDEBUG [onnxc-assertion]}}
  return x;
}
[[onnx::script]] Tensor streams(X x, float a) {
  std::cout << "a is " << a << '\n'; // expected-error {{a scripted function cannot use a stream: a graph reads nothing but its inputs and prints nothing; make it a parameter, or print what the function returns [onnxc-stream]}}
  return x;
}
[[onnx::script]] Tensor formats(X x) {
  std::cerr.precision(3); // expected-error {{cannot use a stream}}
  return x;
}
[[onnx::script]] Tensor ends(X x, float a) {
  if (a < 0)
    std::exit(1); // expected-error {{a scripted function cannot call exit: a graph cannot end the program that runs it; return a value that says so}}
  return x;
}
[[onnx::script]] Tensor random(X x) { return x * (rand() % 5); } // expected-error {{a scripted function cannot call rand: it depends on a state that a graph does not keep; use op::RandomUniform or op::RandomNormal, or make the number a parameter}}
[[onnx::script]] Tensor texts(X x, int64_t n) { return std::to_string(n) == "3" ? x : -x; } // expected-error {{a scripted function cannot call std::to_string: ONNX computes with numbers}}
[[onnx::script]] Tensor split(X x, double a) {
  int exponent = 0;
  return x * std::frexp(a, &exponent); // expected-error {{a scripted function cannot call frexp: it gives a second result through a pointer, and ONNX has no addresses}}
}
[[onnx::script]] Tensor next(X x, float a) { return x * std::nextafter(a, 2.0f); } // expected-error {{a scripted function cannot call std::nextafter: ONNX has no operator on the bits of a floating-point number}}
[[onnx::script]] Tensor gamma(X x, float a) { return x * std::tgamma(a); } // expected-error {{a scripted function cannot call std::tgamma: ONNX has no operator for it}}
[[onnx::script]] Tensor complement(X x, double a) { return x * std::erfc(a); } // expected-error {{a scripted function cannot call erfc: ONNX has Erf only, from which the small values of erfc cannot be had; write 1 - std::erf(x) if they do not matter}}
[[onnx::script]] Tensor legendre(X x, double a) { return x * std::legendre(2, a); } // expected-error {{a scripted function cannot call std::legendre: ONNX has no operator for it}}

struct Activation {
  virtual ~Activation() = default;
  virtual Tensor run(Tensor x) const { return x; }
};
struct Leaky final : Activation {
  Tensor run(Tensor x) const override { return x * 0.1; }
};
Tensor applied(const Activation &activation, Tensor x) {
  return activation.run(x); // expected-error {{'run' is virtual: which function is called is not known while compiling; name its class ('object.Class::function()'), or make the class a template parameter [onnxc-virtual-call]}}
}
[[onnx::script]] Tensor virtually(X x) {
  Leaky leaky;
  return applied(leaky, leaky.run(x)) + leaky.Activation::run(x);
}

[[onnx::script]] Tensor largest(X x, X y) { return std::max<Tensor>(x, y); } // expected-error {{'std::max' compares tensors as a bool, but this one is float[N], which is not known to have one element; use op::Max [onnxc-extreme-of-tensors]}}
[[onnx::script]] Tensor smallest(FLOAT<1> x, Tensor y) { return std::min<Tensor>(x, y); } // expected-error {{use op::Min}}
[[onnx::script]] Tensor clamped(FLOAT<2> x) { return std::clamp<Tensor>(x, 0, 1); } // expected-error {{'std::clamp' compares tensors as a bool, but this one is float[2], which is not known to have one element; use op::Clip}}
[[onnx::script]] Tensor ofOne(FLOAT<1, 1> x, FLOAT<scalar> y) { return std::clamp<Tensor>(x, 0, 1) + std::max<Tensor>(x, y); }

[[onnx::script]] Tensor quotient(X x) {
  int64_t least = INT64_MIN, minus = -1;
  int small = INT32_MIN;
  x = x + least / minus; // expected-error {{-9223372036854775808 / -1 does not fit int64 [onnxc-graph-error]}}
  x = x + small % static_cast<int>(minus); // expected-error {{-2147483648 % -1 does not fit int32}}
  return x + Tensor(INT64_MIN) / -1; // expected-error {{-9223372036854775808 / -1 does not fit int64}}
}
[[onnx::script]] Tensor zero(X x) {
  int none = 0;
  x = x + 5 / none; // expected-error {{division by zero [onnxc-division-by-zero]}}
  return x + Tensor(5) % 0; // expected-error {{division by zero [onnxc-division-by-zero]}}
}
[[onnx::script]] Tensor shifts(X x, int n, int64_t m) {
  int width = 32;
  x = x + (1 << width); // expected-error {{the shift amount is negative or not less than the width of the type [onnxc-shift-range]}}
  x = x + (n >> width); // expected-error {{the shift amount is negative}}
  return x + (m << -1); // expected-error {{the shift amount is negative}} expected-warning {{shift count is negative}}
}
[[onnx::script]] Tensor narrow(X x) {
  double large = 3e9;
  return x + static_cast<int>(large) + onnxc::cast<uint8_t>(300.5); // expected-error {{the number does not fit the type that it is converted to [onnxc-number-range]}} expected-error {{300.5 does not fit uint8}}
}
