// However the user's code ends, onnxc says where it was, writes nothing and goes on.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: not %onnxc trace ops.cc --requests calls.txt --timeout 3 2> errors.txt
// RUN: FileCheck %s --implicit-check-not=error: < errors.txt
// RUN: test -s talks.onnx && test ! -e deep.onnx
// CHECK: from standard output
// CHECK-NEXT: from standard error
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'throws' cannot be traced: no luck
// CHECK-NEXT: in local.throws at ops.cc:[[#THROWS:]]
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'throws_int' cannot be traced: the traced code threw something that is no std::exception
// CHECK-NEXT: in local.throws_int at ops.cc:
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'caught' cannot be traced: later
// CHECK-NEXT: in local.caught at ops.cc:
// CHECK-NOT: in local.throws
// CHECK: before the crash
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'aborts' cannot be traced: the traced code was ended by signal 6
// CHECK-NEXT: in local.aborts at ops.cc:
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'exits' cannot be traced: the traced code ended the program with exit code 3
// CHECK-NEXT: in local.exits at ops.cc:
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'exits_fine' cannot be traced: the traced code ended the program with exit code 0
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'hangs' cannot be traced: the traced code did not end within 3 seconds
// CHECK-NEXT: in local.hangs at ops.cc:
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'deep' cannot be traced: the traced code was ended by signal 11
// CHECK-NEXT: in local.deep at ops.cc:
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'outer' cannot be traced: the traced code was ended by signal 11
// CHECK-NEXT: in acme.inner at ops.cc:[[#INNER:]]
// CHECK-NEXT: in local.outer at ops.cc:[[#INNER + 4]]
// CHECK: onnxc: error: calls.txt:{{[0-9]+}}: 'asks' cannot be traced: dimension 0 of 'x' is not known while tracing
// CHECK-NEXT: in local.asks at ops.cc:
//
// What runs before any call.
// RUN: not %onnxc trace ops.cc talks -DSTART --input x=float -o none.onnx 2>&1 | FileCheck %s --check-prefix=START
// START: onnxc: error: ops.cc cannot be run: the traced code was ended by signal 6

//--- calls.txt
talks --input x=float
throws --input x=float
throws_int --input x=float
caught --input x=float
aborts --input x=float
exits --input x=float
exits_fine --input x=float
hangs --input x=float
deep --input x=float
outer --input x=float
asks --input x=float[N]

//--- ops.cc
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <onnxc/opset20.h>
#include <stdexcept>
using onnxc::Tensor;
[[onnx::trace]] Tensor talks(Tensor x) {
  std::puts("from standard output");
  std::cerr << "from standard error\n";
  return x + 1;
}
[[onnx::trace]] Tensor throws(Tensor x) {
  Tensor y = x + 1;
  throw std::runtime_error("no luck");
  return y;
}
[[onnx::trace]] Tensor throws_int(Tensor x) {
  throw 1;
  return x;
}
[[onnx::trace]] Tensor caught(Tensor x) {
  try {
    Tensor y = throws(x);
  } catch (const std::exception &) {
  }
  Tensor y = x + 1;
  throw std::runtime_error("later");
  return y;
}
[[onnx::trace]] Tensor aborts(Tensor x) {
  std::puts("before the crash");
  std::abort();
  return x;
}
[[onnx::trace]] Tensor exits(Tensor x) {
  std::exit(3);
  return x;
}
[[onnx::trace]] Tensor exits_fine(Tensor x) {
  std::exit(0);
  return x;
}
[[onnx::trace]] Tensor hangs(Tensor x) {
  for (volatile bool on = true; on;) {
  }
  return x;
}
int depth(int n) { return n < 0 ? 0 : depth(n + 1) + 1; }
[[onnx::trace]] Tensor deep(Tensor x) { return x * depth(0); }
namespace acme {
[[onnx::trace]] Tensor inner(Tensor x) {
  volatile int *nowhere = nullptr;
  return x * int(*nowhere);
}
} // namespace acme
[[onnx::trace]] Tensor outer(Tensor x) {
  Tensor y = acme::inner(x);
  return y;
}
[[onnx::trace]] Tensor asks(Tensor x) { return x * x.dim(0); }
#ifdef START
const int start = (std::abort(), 0);
#endif
