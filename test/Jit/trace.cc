// RUN: %onnxc trace %s acme::flatten_to '--input=x=float[N,3,4]' --attr rank=2 -o - --emit=text | FileCheck %s --check-prefix=FLATTEN
// FLATTEN: main_graph (float[N,3,4] x) =>
// FLATTEN: acme.flatten_to
// FLATTEN: domain: "acme"
// FLATTEN: Flatten <axis: int = 1> (x)
// RUN: %onnxc trace %s flatten_to '--input=x=float[N,3]' --attr rank=2 -o - --emit=text | FileCheck %s --check-prefix=SAME
// SAME-NOT: Flatten <
// RUN: %onnxc trace %s everything --input x=float[2] --input 'xs=float[2]' --input 'xs=float[2]' --attr name=up --attr axes=0,1 --attr act=Act::relu --attr k=3 -o - --emit=text | FileCheck %s --check-prefix=ALL
// ALL: main_graph (float[2] x, float[2] xs_0, float[2] xs_1)
// ALL: Relu
// RUN: %onnxc trace %s 'power<3>' --input 'x=double[]' -o %t.onnx
// RUN: %python -c "import onnxruntime as o, numpy as n; print(o.InferenceSession('%t.onnx').run(None, {'x': n.array(2.0)})[0].item())" | FileCheck %s --check-prefix=POWER
// POWER: 8.0
//
// RUN: not %onnxc trace %s fails --input 'x=float[N]' -o %t.none 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: onnxc: error: 'fails' cannot be traced: {{.*}}
// RUN: %onnxc trace %s talks --input 'x=float[N]' -o - --emit=text 2>/dev/null | FileCheck %s --check-prefix=TALKS --implicit-check-not=hello
// TALKS: main_graph (
// RUN: not %onnxc trace %s flaten_to --input 'x=float[N]' 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: no annotated function 'flaten_to' in {{.*}}; did you mean 'flatten_to'?
// RUN: not %onnxc trace %s flatten_to --input 'x=float[N]' 2>&1 | FileCheck %s --check-prefix=NEEDS
// NEEDS: onnxc: error: attribute 'rank' of 'flatten_to' has no default; give it with '--attr rank=VALUE'
// What is misspelt is said before what is missing.
// RUN: not %onnxc trace %s flatten_to --input 'xx=float[N]' 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: onnxc: error: 'flatten_to' has no input 'xx'; did you mean 'x'?
// RUN: not %onnxc trace %s flatten_to --input 'x=float[N]' --attr rnak=2 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
// ATTRIBUTE: onnxc: error: 'flatten_to' has no attribute 'rnak'; did you mean 'rank'?
// RUN: test ! -e %t.none
#include <onnxc/opset20.h>
#include <cstdio>
#include <string>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor;
namespace acme {
[[onnx::trace]] Tensor flatten_to(Tensor x, int64_t rank) {
  if (x.rank() <= rank)
    return x;
  return op::Flatten(x, {.axis = 1});
}
}
enum class Act { none, relu };
[[onnx::trace]] Tensor everything(Tensor x, std::string name, std::vector<int64_t> axes, Act act = Act::none, int k = 1, std::vector<Tensor> xs = {}) {
  Tensor y = x * k;
  if (name == "up" && axes.size() == 2)
    for (Tensor part : xs)
      y = y + part;
  return act == Act::relu ? Tensor(op::Relu(y)) : y;
}
template <int n> [[onnx::trace]] Tensor power(Tensor x) {
  Tensor y = x;
  for (int i = 1; i < n; ++i)
    y = y * x;
  return y;
}
[[onnx::trace]] Tensor fails(Tensor x) { return x * x.dim(0); }
[[onnx::trace]] Tensor talks(Tensor x) {
  std::puts("hello");
  return x + 1;
}
int main() {}
