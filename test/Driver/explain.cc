// RUN: %onnxc %s -g --main=layer -o %t.onnx
// RUN: %onnxc explain %t.onnx product | FileCheck %s
// RUN: echo "Non-zero status code returned while running MatMul node. Name:'_inlfunc_project_product' Status Message: bad" | %onnxc explain %t.onnx | FileCheck %s
// CHECK: explain.cc:[[@LINE+11]]: MatMul 'product' in local::project
// CHECK-NEXT: called from explain.cc:[[@LINE+14]] in local::layer
// CHECK-NEXT: called from {{.*}} in the main graph
// RUN: not %onnxc explain %t.onnx produkt 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: onnxc: error: no node or value 'produkt' in '{{.*}}'; did you mean 'product'?
// RUN: echo nothing | not %onnxc explain %t.onnx 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: onnxc: error: the text names no node
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::FLOAT;
[[onnx::script]] FLOAT<"N", "K"> project(FLOAT<"N", "M"> x, FLOAT<"M", "K"> w) {
  auto product = op::MatMul(x, w);
  return op::Relu(product);
}
[[onnx::script]] FLOAT<"N", "K"> layer(FLOAT<"N", "M"> x, FLOAT<"M", "K"> w) {
  auto y = project(x, w);
  return y + 1;
}
