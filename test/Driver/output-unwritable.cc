// A folder as output, and a file in the place of a folder.
// RUN: mkdir -p %t.d && : > %t.file
// RUN: not %onnxc %s -o %t.file/out.onnx 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: %onnxc %s -o %t.file/out.onnx || test $? -eq 2
// RUN: not %onnxc %s --main=f --input x=float -o /proc/out.onnx 2>&1 | FileCheck %s --check-prefix=PROC
// FILE: onnxc: error: cannot write '{{.*}}.file/out.onnx': '{{.*}}.file' is not a folder
// PROC: onnxc: error: cannot write '/proc/out.onnx':
#include <onnxc/opset20.h>
[[onnx::script]] onnxc::Tensor f(onnxc::Tensor x) { return x + 1; }
