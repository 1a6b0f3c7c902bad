// RUN: rm -rf %t.d && mkdir '%t.d' && cd %t.d && echo '#define ONE 1' > 'a header.h'
// RUN: %onnxc -I. %s -o ops.onnx -MD && FileCheck %s --input-file=ops.d
// RUN: %onnxc -I. %s -o ops.onnx -MF out.dep -MT 'goal' && FileCheck %s --input-file=out.dep --check-prefix=NAMED
// RUN: not %onnxc -I. %s -o ops.onnx -MF none/out.dep
// CHECK: ops.onnx: {{[\\]$}}
// CHECK-NEXT: {{.*}}depfile.cc {{[\\]$}}
// CHECK: a{{[\\]}} header.h
// CHECK: opset20.h
// NAMED: goal: {{[\\]$}}
#include "a header.h"
#include <onnxc/opset20.h>
[[onnx::script]] onnxc::Tensor f(onnxc::Tensor x) { return x + ONE; }
