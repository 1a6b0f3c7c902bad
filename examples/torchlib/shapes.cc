// Functions that move elements but compute nothing. Many ask the rank, none a size: sizes that are needed are tensors
// of the graph, so that one function serves tensors of all sizes.
#include "torchlib.h"

namespace torchlib {

// --- One tensor in, its elements in another shape -----------------------------------------------------------------

[[onnx::trace]] Tensor aten_flatten(Tensor self, int64_t start_dim = 0, int64_t end_dim = -1) {
  int64_t rank = self.rank();
  if (rank == 0)
    return op::Reshape(self, {1});
  int64_t start = fromFront(start_dim, rank), end = fromFront(end_dim, rank);
  if (start == end)
    return self;
  // A product and not -1: beside other empty dims, Reshape could not tell the size that -1 stands for.
  Tensor merged = op::ReduceProd(op::Shape(self, {.end = end + 1, .start = start}));
  Tensor shape =
      op::Concat({op::Shape(self, {.end = start}), merged, op::Shape(self, {.start = end + 1})}, {.axis = 0});
  return op::Reshape(self, shape, {.allowzero = 1});
}

/// The rank of the result depends on a size, so the choice is left to the graph.
[[onnx::trace]] Tensor aten_squeeze_dim(Tensor self, int64_t dim) {
  if (self.rank() == 0)
    return self;
  return onnxc::cond(self.shape()[dim] == 1, [&] { return op::Squeeze(self, {dim}); }, [&] { return self; });
}

/// DepthToSpace does this for images of rank 4 and some element types; Reshape and Transpose do it for all.
[[onnx::script]] Tensor aten_pixel_shuffle(Tensor self, int64_t upscale_factor) {
  Tensor leading = op::Shape(self, {.end = -3});
  Tensor shape = op::Shape(self, {.start = -3});
  Tensor channels = shape[0] / (upscale_factor * upscale_factor), height = shape[1], width = shape[2];
  Tensor images = op::ReduceProd(leading, {}, {.keepdims = 0});
  Tensor blocks =
      op::Reshape(self, {images, channels, upscale_factor, upscale_factor, height, width}, {.allowzero = 1});
  Tensor interleaved = op::Transpose(blocks, {.perm = {0, 1, 4, 2, 5, 3}});
  Tensor size = op::Concat({leading, {channels, height * upscale_factor, width * upscale_factor}}, {.axis = 0});
  return op::Reshape(interleaved, size, {.allowzero = 1});
}

// --- Parts of a tensor --------------------------------------------------------------------------------------------

/// Slice counts negative bounds from the end and clamps, as PyTorch does.
[[onnx::trace]] Tensor aten_slice(Tensor self, int64_t dim = 0, std::optional<int64_t> start = std::nullopt,
                                  std::optional<int64_t> end = std::nullopt, int64_t step = 1) {
  int64_t first = start.value_or(0), last = end.value_or(std::numeric_limits<int64_t>::max());
  return op::Slice(self, {first}, {last}, {dim}, {step});
}

[[onnx::trace]] Tensor aten_diagonal(Tensor self, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1) {
  int64_t rank = self.rank();
  dim1 = fromFront(dim1, rank), dim2 = fromFront(dim2, rank);
  std::vector<int64_t> order = dimsBetween(0, rank);
  std::erase_if(order, [&](int64_t dim) { return dim == dim1 || dim == dim2; });
  order.insert(order.end(), {dim1, dim2});
  Tensor planes = op::Transpose(self, {.perm = order});

  int64_t row = std::max<int64_t>(-offset, 0), column = std::max<int64_t>(offset, 0); // where the diagonal starts
  Tensor length = op::Min({planes.shape()[-2] - row, planes.shape()[-1] - column});
  Tensor step = op::Range(0, length, 1); // empty if the diagonal is outside
  return planes.index({onnxc::Ellipsis, step + row, step + column});
}

[[onnx::trace]] std::vector<Tensor> aten_split_with_sizes(Tensor self, std::vector<int64_t> split_sizes,
                                                          int64_t dim = 0) {
  auto pieces = op::Split(self, split_sizes, {.axis = dim}, split_sizes.size());
  return {pieces.begin(), pieces.end()};
}

[[onnx::script]] Tensor aten_tril(Tensor self, int64_t diagonal = 0) { return op::Trilu(self, diagonal, {.upper = 0}); }

// --- Joining and rotating -----------------------------------------------------------------------------------------

[[onnx::trace]] Tensor aten_cat(std::vector<Tensor> tensors, int64_t dim = 0) {
  auto hasRank1 = [](const Tensor &tensor) { return tensor.rank() == 1; };
  // Beside tensors of higher rank, those of rank 1 can only be the empty ones that PyTorch skips.
  if (!std::all_of(tensors.begin(), tensors.end(), hasRank1))
    std::erase_if(tensors, hasRank1);
  return op::Concat(tensors, {.axis = dim});
}

/// Element i comes from i - shift, modulo the size.
static Tensor rolled(const Tensor &x, int64_t shift, int64_t dim) {
  Tensor size = x.shape()[dim];
  Tensor divisor = op::Max({size, 1}); // an empty dim has no elements to divide, yet ONNX Runtime refuses a 0
  return op::Gather(x, op::Mod(op::Range(0, size, 1) - shift, divisor), {.axis = dim});
}

[[onnx::trace]] Tensor aten_roll(Tensor self, std::vector<int64_t> shifts, std::vector<int64_t> dims = {}) {
  if (dims.empty())
    return op::Reshape(rolled(op::Reshape(self, {-1}), shifts[0], 0), self.shape(), {.allowzero = 1});
  for (size_t i = 0; i < dims.size(); ++i)
    self = rolled(self, shifts[i], dims[i]);
  return self;
}

} // namespace torchlib
