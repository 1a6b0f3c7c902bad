// What the functions of several files use.
#ifndef TORCHLIB_H
#define TORCHLIB_H

#include <onnxc/opset20.h>
#include <onnxc/trace.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace torchlib {

namespace op = onnxc::opset20;
using onnxc::DType, onnxc::Tensor;

inline constexpr float infinity = std::numeric_limits<float>::infinity();

inline bool isFloatingPoint(DType type) {
  return type == DType::FLOAT || type == DType::DOUBLE || type == DType::FLOAT16 || type == DType::BFLOAT16;
}

/// `x` with elements of `type`, without a node if it has them already.
inline Tensor as(DType type, const Tensor &x) { return x.dtype() == type ? x : x.to(type); }

/// Float16 as float32, for sums that float16 would round or overflow.
inline Tensor widened(const Tensor &x) { return x.dtype() == DType::FLOAT16 ? onnxc::cast<float>(x) : x; }

/// A dim counted from the front. A tensor of rank 0 is as good as one of rank 1.
inline int64_t fromFront(int64_t dim, int64_t rank) { return dim < 0 ? dim + std::max<int64_t>(rank, 1) : dim; }

/// first, first + 1, ..., last - 1.
inline std::vector<int64_t> dimsBetween(int64_t first, int64_t last) {
  std::vector<int64_t> dims(static_cast<size_t>(std::max<int64_t>(last - first, 0)));
  std::iota(dims.begin(), dims.end(), first);
  return dims;
}

/// A list with one element holds for every spatial dim.
inline std::vector<int64_t> forEachDim(const std::vector<int64_t> &list, int64_t dims) {
  return list.size() == 1 ? std::vector<int64_t>(static_cast<size_t>(dims), list[0]) : list;
}

} // namespace torchlib

#endif
