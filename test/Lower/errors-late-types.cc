// Numbers that do not fit the element type of a tensor, where the type becomes known after the number: by a call, by what follows, by the
// command line.
// RUN: %onnxc --check %s -- -Xclang -verify
// RUN: not %onnxc %s -DALONE --main=scaled --input 'x=int64[N]' -o %t.onnx 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: errors-late-types.cc:[[#@LINE+13]]:{{[0-9]+}}: error: 0.1 has a fraction, which a tensor of int64 can't hold [onnxc-graph-error]
// INPUT: errors-late-types.cc:{{[0-9]+}}:{{[0-9]+}}: note: the types of the inputs of 'scaled' are those of the command line
// INPUT: 1 error generated
// RUN: not %onnxc %s -DALONE --main=scaled --input 'x=int64[N]' -o %t.onnx 2>/dev/null || test $? -eq 1
// RUN: %onnxc %s -DALONE --main=scaled --input 'x=double[N]' -o %t.onnx
// RUN: not %onnxc trace %s -DALONE scaled --input 'x=int64[N]' -o %t.traced.onnx 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: 'scaled' cannot be traced: in 'local::scaled': 0.1 has a fraction, which a tensor of int64 can't hold
#include <onnxc/opset20.h>
#include <tuple>
namespace op = onnxc::opset20;
using namespace onnxc;

#ifdef ALONE
[[onnx::script]] Tensor scaled(Tensor x) { return x * 0.1; }
#else
[[onnx::script]] Tensor scaled(Tensor x) { return x * 0.1; } // expected-error {{0.1 has a fraction, which a tensor of int64 can't hold [onnxc-graph-error]}}
[[onnx::script]] Tensor through(Tensor x) { return scaled(x) + 2; } // expected-note {{'local::scaled' is called with int64[N] here}}
[[onnx::script]] Tensor atCall(INT64<"N"> n, FLOAT<"N"> x) {
  return through(n) + // expected-note {{'local::through' is called with int64[N] here}}
         onnxc::cast<int64_t>(through(x));
}
[[onnx::script]] Tensor big(Tensor x) { return x + 300; } // expected-error {{300 is out of the range of int8}}
[[onnx::script]] Tensor small(INT8<"N"> n) { return big(n); } // expected-note {{'local::big' is called with int8[N] here}}
[[onnx::script]] Tensor inLoop(Tensor x, INT64<scalar> n) {
  for (Tensor i : onnxc::range(n))
    x = x + 0.5; // expected-error {{0.5 has a fraction}}
  return x;
}
[[onnx::script]] Tensor loops(INT32<"N"> n, INT64<scalar> k) { return inLoop(n, k); } // expected-note {{'local::inLoop' is called with int32[N], int64[] here}}
[[onnx::script]] Tensor follows(Tensor x, INT64<"N"> n) {
  Tensor y = x * 0.25; // expected-error {{0.25 has a fraction, which a tensor of int64 can't hold}}
  return y + n;
}
[[onnx::script]] Tensor byAttribute(Tensor x, float by = 2.5) { return x * by; } // expected-error {{2.5 has a fraction, which a tensor of int64 can't hold}}
[[onnx::script]] Tensor whole(INT64<"N"> n) { return byAttribute(n, 3); }
[[onnx::script]] Tensor attribute(INT64<"N"> n) { return byAttribute(n); } // expected-note {{'local::byAttribute' is called with int64[N] here}}
template <class T> [[onnx::script]] TensorOf<T> instance(TensorOf<T> x) { return x * 0.75; } // expected-error {{0.75 has a fraction, which a tensor of int64 can't hold}} expected-note {{this operand is int64}}
[[onnx::script]] Tensor instances(INT64<"N"> n, FLOAT<"N"> x) { return instance<float>(x) + onnxc::cast<float>(instance<int64_t>(n)); }
[[onnx::script]] Tensor fine(INT64<"N"> n) { return op::CastLike(0.5f, n) + onnxc::cast<int64_t>(scaled(onnxc::cast<float>(n))); }
#endif
