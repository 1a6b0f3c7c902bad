// Several functions in one call: a library, or a model each in a folder.
// RUN: rm -rf %t && mkdir -p %t/models
// RUN: %onnxc trace %s acme::scale shift --input x=float[N] --attr acme::scale:k=3 --attr by=2 -o - --emit=text | FileCheck %s --check-prefix=LIB
// LIB: main_graph () => ()
// LIB: scale (x) => (output)
// LIB: Constant <value: tensor = float {3}>
// LIB: shift (x) => (output)
// LIB: Constant <value: tensor = float {2}>
// RUN: %onnxc trace %s acme::scale shift --input x=float[N] --input shift:x=int64[M] --attr by=2 -o %t/models/ --emit=text
// RUN: FileCheck %s --check-prefix=SCALE < %t/models/acme.scale.onnxtxt
// RUN: FileCheck %s --check-prefix=SHIFT < %t/models/shift.onnxtxt
// SCALE: main_graph (float[N] x) => (float[N] y)
// SHIFT: main_graph (int64[M] x) => (int64[M] y)
//
// RUN: not %onnxc trace %s acme::scale shift --input x=float[N] --attr yb=2 -o %t/none.onnx 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: onnxc: error: '--attr yb=2': none of these functions has that
// RUN: not %onnxc trace %s acme::scale shift --attr shfit:by=2 -o %t/none.onnx 2>&1 | FileCheck %s --check-prefix=NOT-TRACED
// NOT-TRACED: onnxc: error: 'shfit:by=2': the function 'shfit' is not traced; did you mean 'shift'?
// RUN: not %onnxc trace %s shift acme::scale --input x=float[N] -o %t/none.onnx 2>&1 | FileCheck %s --check-prefix=ALL-OR-NONE
// ALL-OR-NONE: onnxc: error: attribute 'by' of 'shift' has no default
// RUN: not %onnxc trace %s shift shift --input x=float[N] --attr by=2 -o %t/models/ 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: onnxc: error: 'shift' and 'shift' would both be written to
// RUN: test ! -e %t/none.onnx
#include <onnxc/opset20.h>
using onnxc::Tensor;
namespace acme {
[[onnx::trace]] Tensor scale(Tensor x, int k = 2) { return x * k; }
} // namespace acme
[[onnx::trace]] Tensor shift(Tensor x, int64_t by) { return x + by; }
