// Matrix products. MatMul has PyTorch's rules for ranks and batches, and takes integers as well, which Gemm does not.
#include "torchlib.h"

namespace torchlib {

[[onnx::trace]] Tensor aten_matmul(Tensor self, Tensor other) { return op::MatMul(self, other); }

/// While tracing, alpha and beta are numbers of C++: factors of 1 cost nothing, and `self` is left out for beta 0.
[[onnx::trace]] Tensor aten_addmm(Tensor self, Tensor mat1, Tensor mat2, float beta = 1.0f, float alpha = 1.0f) {
  Tensor product = op::MatMul(mat1, mat2);
  if (alpha != 1)
    product = product * op::CastLike(alpha, product);
  if (beta == 0)
    return product;
  return product + (beta == 1 ? self : self * op::CastLike(beta, self));
}

/// The same sum in scripts, where alpha and beta are attributes of the ONNX function: the graph branches on beta, since
/// 0 times NaN would be NaN.
static Tensor weightedSum(Tensor self, Tensor product, float beta, float alpha) {
  product *= alpha;
  if (beta != 0)
    product += self * beta;
  return product;
}

[[onnx::script]] Tensor aten_addmv(Tensor self, Tensor mat, Tensor vec, float beta = 1.0f, float alpha = 1.0f) {
  return weightedSum(self, op::MatMul(mat, vec), beta, alpha);
}

[[onnx::script]] Tensor aten_addbmm(Tensor self, Tensor batch1, Tensor batch2, float beta = 1.0f, float alpha = 1.0f) {
  Tensor product = op::ReduceSum(op::MatMul(batch1, batch2), {0}, {.keepdims = 0});
  return weightedSum(self, product, beta, alpha);
}

} // namespace torchlib
