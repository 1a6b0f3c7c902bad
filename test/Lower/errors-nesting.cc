// RUN: %onnxc --check %s -- -Xclang -verify
// What no reader of models would take is an error.
#include <onnxc/opset20.h>
using namespace onnxc;

#define LOOP(BODY) for (Tensor i : onnxc::range(n)) { x = x + 1; BODY; }
#define TEN(BODY) LOOP(LOOP(LOOP(LOOP(LOOP(LOOP(LOOP(LOOP(LOOP(LOOP(BODY))))))))))

[[onnx::script]] Tensor fits(FLOAT<"N"> x, INT64<scalar> n) {
  TEN(TEN(TEN(x = -x)))
  return x;
}
[[onnx::script]] Tensor deeper(FLOAT<"N"> x, INT64<scalar> n) {
  TEN(TEN(TEN(LOOP(x = -x)))) // expected-error {{branches and loops are nested more than 30 deep, which no reader of models takes; make functions of the inner ones}}
  return x;
}
