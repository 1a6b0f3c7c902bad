// RUN: %onnxc list %s | FileCheck %s
// RUN: %onnxc list --json %s | %python -m json.tool | FileCheck %s --check-prefix=JSON
// RUN: %onnxc %s --emit=schema -o - | FileCheck %s --check-prefix=SCHEMA
// CHECK: script {{.*}}list.cc:{{[0-9]+}}  acme::leaky_relu(x: float[N,3]; alpha: float = 0.01f) -> float[N,3]
// CHECK: script {{.*}} acme::sum(first: tensor, bias: tensor?, rest: tensor...; k: int? = {}) -> (lo: tensor, hi: tensor)
// CHECK: trace  {{.*}} acme::flatten_to(x: tensor; rank: int) -> tensor
// JSON: "kind": "script"
// JSON: "domain": "acme"
// JSON: "name": "leaky_relu"
// JSON: "doc": "Slope \"alpha\" below zero."
// JSON: "default": "0.01f"
// SCHEMA: acme::leaky_relu  [script, version 1, {{.*}}list.cc:{{[0-9]+}}]
// SCHEMA-NEXT: | Slope "alpha" below zero.
// SCHEMA-NEXT: input x: float[N,3]
// SCHEMA-NEXT: attribute alpha: float = 0.01f  (float)
// SCHEMA-NEXT: output float[N,3]
#include <onnxc/opset20.h>
#include <optional>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT;
namespace acme {
/// Slope "alpha" below zero.
[[onnx::script]] FLOAT<"N", 3> leaky_relu(FLOAT<"N", 3> x, float alpha = 0.01f) { return op::Max({x, x * alpha}); }
struct Range { Tensor lo, hi; };
[[onnx::script]] Range sum(Tensor first, std::optional<Tensor> bias, std::vector<Tensor> rest, std::optional<int64_t> k = {}) {
  return {op::Min({first}), op::Max({first})};
}
[[onnx::trace]] Tensor flatten_to(Tensor x, int64_t rank) { return x; }
}
