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
// RUN: not grep -q old %t.d/out.onnx && cp %t.d/out.onnx %t.d/plain.onnx
// A device is written to, never replaced.
// RUN: %onnxc %s -o /dev/null && test -c /dev/null
// Of a symbolic link the target is replaced; a pipe gets the bytes.
// RUN: mkdir %t.d/real && mv %t.d/out.onnx %t.d/real/m.onnx && ln -s real/m.onnx %t.d/out.onnx
// RUN: %onnxc %s -DRENAMED -o %t.d/out.onnx && test -L %t.d/out.onnx && grep -q renamed %t.d/real/m.onnx
// RUN: mkfifo %t.d/pipe && (cat %t.d/pipe > %t.d/read & %onnxc %s -o %t.d/pipe && wait) && test -p %t.d/pipe && cmp %t.d/read %t.d/plain.onnx
#include <onnxc/opset20.h>
#ifdef RENAMED
[[onnx::script]] onnxc::Tensor renamed(onnxc::Tensor x) { return x + 1; }
#endif
[[onnx::script]] onnxc::Tensor f(onnxc::Tensor x) { return x + 1; }
#ifdef BROKEN
[[onnx::script]] onnxc::Tensor g(onnxc::Tensor x) { return undeclared; }
#endif
