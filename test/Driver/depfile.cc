// RUN: rm -rf %t.d && mkdir '%t.d' && cd %t.d && echo '#define ONE 1' > 'a header.h'
// RUN: %onnxc -I. %s -o ops.onnx -MD && FileCheck %s --input-file=ops.d
// RUN: %onnxc -I. %s -o ops.onnx -MF out.dep -MT 'goal' && FileCheck %s --input-file=out.dep --check-prefix=NAMED
// RUN: not %onnxc -I. %s -o ops.onnx -MF none/out.dep
// RUN: %onnxc -I. %s -o ops.onnx -MMD && FileCheck %s --input-file=ops.d --check-prefix=USER --implicit-check-not=cstdint
// CHECK: ops.onnx: {{[\\]$}}
// CHECK-NEXT: {{.*}}depfile.cc {{[\\]$}}
// CHECK: a{{[\\]}} header.h
// CHECK-DAG: opset20.h
// CHECK-DAG: cstdint
// USER: {{.*}}depfile.cc
// USER: a{{[\\]}} header.h
// NAMED: goal: {{[\\]$}}
#include "a header.h"
#include <onnxc/opset20.h>
#include <cstdint>
[[onnx::script]] onnxc::Tensor f(onnxc::Tensor x) { return x + ONE; }
