// What --emit=text shows: defaults, types of values, metadata, subgraphs, doc comments, node names where they differ.
// RUN: %onnxc %s -g --emit=text -o - | FileCheck %s
// CHECK: domain: "acme",
// CHECK-NEXT: opset_import: ["" : 20],
// CHECK-NEXT: doc_string: "Scales."
// CHECK-NEXT: >
// CHECK-NEXT: scale <alpha: float = 0.25> (float[N] x) => (float[N] output)
// CHECK-NEXT:   <float alpha>
// CHECK-NEXT: {
// CHECK-NEXT:   alpha = Constant <value_float: float = @alpha> ()  # onnxc.source: text.cc:[[@LINE+20]]
// CHECK-NEXT:   output = Mul (x, alpha)  # onnxc.source: text.cc:[[@LINE+19]]
// CHECK-NEXT: }
//
// CHECK: branch (bool flag, float[N] x) => (float[N] y)
// CHECK: y = If (flag) <else_branch: graph = y_else_branch () => (float[] [[X:[A-Za-z_0-9]+]])
// CHECK-NEXT: {
// CHECK-NEXT: [[X]] = Identity (x)
// CHECK-NEXT: }, then_branch: graph = y_then_branch () => (float[] [[Y:[A-Za-z_0-9]+]])
// CHECK-NEXT: {
// CHECK-NEXT: [[Y]] = acme.scale <alpha: float = 0.25> (x)  # onnxc.source: text.cc:{{[0-9]+}}
// CHECK-NEXT: }>  # onnxc.source: text.cc:{{[0-9]+}}
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::FLOAT, onnxc::BOOL;
struct Result { FLOAT<"N"> y; };

namespace acme {
/// Scales.
[[onnx::script]] FLOAT<"N"> scale(FLOAT<"N"> x, float alpha = 0.25f) {
  return x * alpha;
}
[[onnx::script]] Result branch(BOOL<onnxc::scalar> flag, FLOAT<"N"> x) {
  auto y = x;
  if (flag)
    y = scale(x);
  return {y};
}
}
