// `onnxc check`: scripted functions run as traced ones too; both must agree.
// RUN: %onnxc check %s --python %python --attr scaled:k=3 | FileCheck %s
// CHECK: {{^}}affine {{ *}}same graph {{ *}}loads
// CHECK-NEXT: {{^}}acme::scaled {{ *}}same graph {{ *}}loads
// CHECK-NEXT: {{^}}unrolled {{ *}}same values {{ *}}loads
// CHECK-NEXT: {{^}}steps {{ *}}not compared {{ *}}loads
// CHECK-NEXT: is not known while tracing
// CHECK-NEXT: {{^}}shifted {{ *}}same graph {{ *}}loads
// CHECK-NEXT: {{^}}shifted with by {{ *}}same graph {{ *}}loads
// CHECK-NEXT: {{^}}indexed {{ *}}same {{graph|values}} {{ *}}loads
// CHECK-NEXT: {{^}}joined {{ *}}same graph {{ *}}loads
// CHECK-NEXT: {{^}}noise {{ *}}not compared {{ *}}loads
// CHECK-NEXT: its values are random
// CHECK-NEXT: {{^}}flattened {{ *}}traced {{ *}}loads
// CHECK-NEXT: {{^}}throws {{ *}}not traced {{ *}}-
// CHECK-NEXT: no luck
// CHECK-NEXT: {{^}}blob {{ *}}not compared {{ *}}-
// CHECK-NEXT: attribute 'value' needs a value
// CHECK-NEXT: {{^}}turned {{ *}}same graph {{ *}}not loaded
// CHECK-NEXT: guessed types or attributes do not load; give --input and --attr: {{.*}}perm
// CHECK-NEXT: check.cc: 13 calls: {{.*}} load in ONNX Runtime
//
// Without ONNX Runtime graphs are compared.
// RUN: env PATH=/none ONNXC_PYTHON=/none/python %onnxc check %s > %t.txt
// RUN: FileCheck %s --check-prefix=ALONE < %t.txt
// ALONE: {{^}}affine {{ *}}same graph {{ *}}-
// ALONE: {{^}}unrolled {{ *}}not compared {{ *}}-
// ALONE-NEXT: the graphs differ
// ALONE: not loaded and run: no Python with onnxruntime was found
//
// A body that means something else when it runs.
// RUN: rm -rf %t.kept
// RUN: not %onnxc check %s -DWRONG --python %python --keep %t.kept > %t.txt
// RUN: FileCheck %s --check-prefix=WRONG < %t.txt
// RUN: ls %t.kept | FileCheck %s --check-prefix=KEPT
// WRONG: {{^}}wrong {{ *}}DIFFERENT {{ *}}loads
// WRONG-NEXT: x=float{{.*}}: output {{.*}} elements differ
// WRONG: 1 wrong
// KEPT: .wrong.onnx
// KEPT: .wrong.traced
//
// RUN: not %onnxc check %s --attr scale:k=3 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: onnxc: error: 'scale:k=3': no function has that
// RUN: not %onnxc check %s -DBROKEN 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: check.cc:[[#]]:{{.*}}error:
#include <onnxc/opset20.h>
#include <optional>
#include <stdexcept>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64;
[[onnx::script]] Tensor affine(Tensor x, Tensor w, float bias = 0.5f) {
  Tensor y = op::MatMul(x, w);
  return y + bias;
}
namespace acme {
[[onnx::script]] FLOAT<"N"> scaled(FLOAT<"N"> x, int64_t k) { return x * k; }
} // namespace acme
[[onnx::script]] FLOAT<> unrolled(FLOAT<> x, int64_t n = 3) {
  Tensor y = x;
  for (int64_t i = 0; i < n; ++i)
    y = y * x + 1;
  return y;
}
[[onnx::script]] INT64<onnxc::scalar> steps(INT64<onnxc::scalar> n) {
  Tensor count = 0;
  while (n > 1) {
    n = n / 2;
    ++count;
  }
  return count;
}
[[onnx::script]] Tensor shifted(Tensor x, std::optional<Tensor> by) {
  if (by)
    return x + *by;
  return -x;
}
[[onnx::script]] Tensor indexed(FLOAT<"N", 3> x) { return x.index({onnxc::Ellipsis, 1}) * onnxc::cast<float>(x.shape()[0]); }
[[onnx::script]] Tensor joined(std::vector<Tensor> xs) { return op::Concat(xs, {.axis = 0}); }
[[onnx::script]] FLOAT<> noise(FLOAT<> x, int64_t n = 2) {
  Tensor y = x;
  for (int64_t i = 0; i < n; ++i)
    y = y + op::RandomNormalLike(x);
  return y;
}
[[onnx::trace]] Tensor flattened(Tensor x, int64_t rank) {
  if (x.rank() <= rank)
    return x;
  return op::Flatten(x, {.axis = 1});
}
[[onnx::trace]] Tensor throws(Tensor x) {
  throw std::runtime_error("no luck");
  return x;
}
[[onnx::script]] Tensor blob(Tensor x, onnxc::TensorLiteral value) { return x + Tensor(value); }
[[onnx::script]] Tensor turned(FLOAT<2, 3> x, std::vector<int64_t> perm) { return op::Transpose(x, {.perm = perm}); }
#ifdef WRONG
#ifdef __ONNXC__
constexpr float seven = 7;
#else
constexpr float seven = 8;
#endif
[[onnx::script]] FLOAT<> wrong(FLOAT<> x) { return x * seven; }
#endif
#ifdef BROKEN
[[onnx::script]] Tensor broken(Tensor x) { throw 1; }
#endif
