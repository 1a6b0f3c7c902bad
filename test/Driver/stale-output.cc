// A failed run leaves the old output as it was, and nothing beside it.
// RUN: rm -rf %t.d && mkdir %t.d && echo old > %t.d/out.onnx
// RUN: not %onnxc %s -DBROKEN -o %t.d/out.onnx -MD
// RUN: grep -q old %t.d/out.onnx
// RUN: ls -a %t.d | FileCheck %s --check-prefix=FOLDER
// FOLDER: {{^}}.{{$}}
// FOLDER-NEXT: {{^}}..{{$}}
// FOLDER-NEXT: out.onnx
// FOLDER-NOT: {{.}}
// RUN: %onnxc %s -o %t.d/out.onnx
// RUN: not grep -q old %t.d/out.onnx
// A device is written to, never replaced.
// RUN: %onnxc %s -o /dev/null && test -c /dev/null
#include <onnxc/opset20.h>
[[onnx::script]] onnxc::Tensor f(onnxc::Tensor x) { return x + 1; }
#ifdef BROKEN
[[onnx::script]] onnxc::Tensor g(onnxc::Tensor x) { return undeclared; }
#endif
