// A file of requests: the source is compiled once; what fails leaves the others alone.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: not %onnxc trace ops.cc --requests calls.txt --emit=text 2> errors.txt
// RUN: FileCheck %s --check-prefix=ERRORS --implicit-check-not=error: < errors.txt
// RUN: cat one.onnxtxt two.onnxtxt power_3_.onnxtxt scripted.onnxtxt | FileCheck %s --check-prefix=MODELS
// RUN: test ! -e never.onnxtxt
// RUN: FileCheck %s --check-prefix=FLAT < flat.onnxtxt
// RUN: mkdir folder && echo 'scale --input x=float[N] -o x.onnx' | %onnxc trace ops.cc --requests - -o folder/
// RUN: test -s folder/x.onnx
// RUN: echo 'scale --input "x=float[N]' > open.txt
// RUN: not %onnxc trace ops.cc --requests open.txt 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not %onnxc trace ops.cc scale --requests open.txt 2>&1 | FileCheck %s --check-prefix=BOTH
// MODELS: main_graph (float[N,3] x) => (float[N,3] y)
// MODELS: float {3}
// MODELS: main_graph (int64[2] x) => (int64[2] y)
// MODELS: int64 {2}
// MODELS: main_graph (double x) => (double y)
// MODELS: main_graph (float[N] x, float[N] y) => (float[N] y_out)
// MODELS: y_out = local.scripted
// FLAT: y = Mul (x, Constant){{.*}}
// FLAT-NOT: domain:
// ERRORS: onnxc: error: calls.txt:8: 'crashes' cannot be traced: the traced code was ended by signal 11
// ERRORS-NEXT: in local.crashes at ops.cc:
// ERRORS: onnxc: error: calls.txt:9: 'scale' has no input 'y'; did you mean 'x'?
// ERRORS: onnxc: error: calls.txt:10: no annotated function 'scael' in ops.cc; did you mean 'scale'?
// ERRORS: error: use of undeclared identifier 'no'
// ERRORS: onnxc: error: calls.txt:11: 'wrong' cannot be traced: the call does not compile
// OPEN: onnxc: error: open.txt: line 1: a " is never closed
// BOTH: onnxc: error: with '--requests', functions, '--attr' and '--input' stand in its file

//--- calls.txt
# Quoted as in a shell.
scale --input 'x=float[N,3]' --attr k=3 -o one.onnxtxt
scale --input=x=int64[2] \
  -o "two.onnxtxt" # the default
scale --input=x=int64[2] --inline -o flat.onnxtxt
'power<3>' --input x=double[]
scripted --input x=float[N] --input y=float[N] -o scripted.onnxtxt
crashes --input x=float -o never.onnxtxt
scale --input x=float --input y=float -o never2.onnxtxt
scael -o never3.onnxtxt
wrong --input x=float --attr 'value=Pair{no}' -o never4.onnxtxt

//--- ops.cc
#include <onnxc/opset20.h>
#include <optional>
using onnxc::Tensor;
[[onnx::trace]] Tensor scale(Tensor x, int k = 2) { return x * k; }
template <int n> [[onnx::trace]] Tensor power(Tensor x) {
  Tensor y = x;
  for (int i = 1; i < n; ++i)
    y = y * x;
  return y;
}
[[onnx::script]] Tensor scripted(Tensor x, std::optional<Tensor> y) {
  if (y)
    return x + *y;
  return x;
}
[[onnx::trace]] Tensor crashes(Tensor x) {
  volatile int *nowhere = nullptr;
  return x * int(*nowhere);
}
struct Pair {
  int a, b;
};
[[onnx::trace]] Tensor wrong(Tensor x, Pair value) { return x * value.a; }
