// Sources that are compiled without exceptions, and what a wrong dimension says there.
// RUN: %onnxc --check %s -- -fno-exceptions
// RUN: not %onnxc --check %s -- -fno-exceptions -DWRONG 2>&1 | FileCheck %s
#include <onnxc/opset20.h>
using onnxc::FLOAT;

[[onnx::script]] FLOAT<"N", 3> same(FLOAT<"N", 3> x) { return x * 2; }

#ifdef WRONG
// CHECK: no-exceptions.cc:[[#@LINE+2]]:{{[0-9]+}}: error: {{.*}}not a constant expression
// CHECK: 'dimensionIsNegative'
[[onnx::script]] FLOAT<-1> negative(FLOAT<-1> x) { return x; }
#endif
