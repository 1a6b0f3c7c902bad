// Functions that reduce dims.
#include "torchlib.h"

namespace torchlib {

using Dims = std::vector<int64_t>;

/// The dims that are reduced. A tensor of rank 0 has none, though PyTorch lets it be asked for dim 0.
static Dims reducedDims(const Tensor &x, const Dims &dims) {
  int64_t rank = x.rank();
  return rank == 0 || dims.empty() ? dimsBetween(0, rank) : dims;
}

/// Sum by count, which over no elements is NaN: what ReduceMean gives then is undefined.
[[onnx::trace]] Tensor aten_mean_dim(Tensor self, std::optional<std::vector<int64_t>> dim, bool keepdim = false,
                                     std::optional<int64_t> dtype = std::nullopt) {
  if (dtype)
    self = self.to(static_cast<DType>(*dtype));
  Dims dims = reducedDims(self, dim.value_or(Dims{}));
  Tensor sum = op::ReduceSum(widened(self), dims, {.keepdims = keepdim});
  Tensor count = op::ReduceProd(op::Gather(self.shape(), dims), {}, {.keepdims = 0});
  return as(self.dtype(), sum / op::CastLike(count, sum));
}

/// ArgMax leaves open what becomes of NaN, so the first NaN is looked for on its own.
static Tensor firstMaximum(const Tensor &x, int64_t dim, bool keepdim) {
  Tensor maximum = op::ArgMax(x, {.axis = dim, .keepdims = keepdim});
  if (!isFloatingPoint(x.dtype()))
    return maximum;
  Tensor isNan = onnxc::cast<int32_t>(op::IsNaN(x));
  Tensor hasNan = op::ReduceMax(isNan, {dim}, {.keepdims = keepdim}) == 1;
  return op::Where(hasNan, op::ArgMax(isNan, {.axis = dim, .keepdims = keepdim}), maximum);
}

[[onnx::trace]] Tensor aten_argmax(Tensor self, std::optional<int64_t> dim = std::nullopt, bool keepdim = false) {
  int64_t rank = self.rank();
  if (dim && rank > 0)
    return firstMaximum(self, *dim, keepdim);
  Tensor index = firstMaximum(op::Reshape(self, {-1}), 0, false);
  return keepdim ? op::Reshape(index, Dims(static_cast<size_t>(rank), 1)) : index;
}

/// The maximum is taken out, so that exp neither overflows nor loses all terms. An infinite one stays in: infinity
/// minus infinity is NaN, while the sum is right as it is.
[[onnx::trace]] Tensor aten_logsumexp(Tensor self, std::vector<int64_t> dim, bool keepdim = false) {
  Tensor x = isFloatingPoint(self.dtype()) ? widened(self) : onnxc::cast<float>(self);
  Dims dims = reducedDims(x, dim);
  Tensor maximum = op::ReduceMax(x, dims, {.keepdims = 1});
  Tensor offset = op::Where(op::IsInf(maximum), 0, maximum);
  Tensor sum = op::ReduceSum(op::Exp(x - offset), dims, {.keepdims = 1});
  Tensor result = op::Log(sum) + offset;
  if (!keepdim && !dims.empty())
    result = op::Squeeze(result, dims);
  return isFloatingPoint(self.dtype()) ? as(self.dtype(), result) : result;
}

[[onnx::trace]] Tensor aten_softmax(Tensor self, int64_t dim, std::optional<int64_t> dtype = std::nullopt) {
  if (dtype)
    self = self.to(static_cast<DType>(*dtype));
  if (self.rank() > 0)
    return op::Softmax(self, {.axis = dim});
  return op::Reshape(op::Softmax(op::Reshape(self, {1}), {.axis = 0}), Dims{}); // Softmax needs a dim
}

} // namespace torchlib
