// Functions are named without scopes where that is unique, instances of templates too.
// RUN: %onnxc trace %s 'softmax<1>' --input 'x=float[N,3]' -o - --emit=text | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: softmax (x)
// WRITTEN: Softmax <axis: int = 1> (x)
// RUN: %onnxc trace - 'softmax<0>' --input 'x=float[N,3]' -o - --emit=text < %s | FileCheck %s --check-prefix=ASKED
// ASKED: Softmax <axis: int = 0> (x)
// RUN: %onnxc trace %s 'acme::softmax<0>' --input 'x=float[N,3]' -o - --emit=text | FileCheck %s --check-prefix=ASKED
// RUN: %onnxc trace %s Nn::twice b::thrice --input 'x=float[N]' -o - --emit=text | FileCheck %s --check-prefix=SHORTER
// SHORTER-DAG: "Nn.twice" (x)
// SHORTER-DAG: thrice (x)
// RUN: not %onnxc trace %s 'softmax<None>' --input 'x=float[N,3]' -o - 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: use of undeclared identifier 'None'
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor;
namespace acme {
template <int64_t Axis> [[onnx::trace]] Tensor softmax(Tensor x) { return op::Softmax(x, {.axis = Axis}); }
template Tensor softmax<1>(Tensor);
struct Nn {
  [[onnx::trace]] static Tensor twice(Tensor x) { return x + x; }
};
namespace b {
[[onnx::trace]] Tensor thrice(Tensor x) { return x * 3; }
}
}
