// Features that several attention heads share.
#pragma once
#include <onnxc/opset20.h>
#include <cstdint>

namespace onnx_functions {

/// (N, length, heads * size) as (N, heads, length, size)
inline onnxc::Tensor splitHeads(onnxc::Tensor x, int64_t heads) {
  namespace op = onnxc::opset20;
  return op::Transpose(op::Reshape(x, {0, 0, heads, -1}), {.perm = {0, 2, 1, 3}});
}

/// (N, heads, length, size) as (N, length, heads * size)
inline onnxc::Tensor joinHeads(onnxc::Tensor x) {
  namespace op = onnxc::opset20;
  return op::Reshape(op::Transpose(x, {.perm = {0, 2, 1, 3}}), {0, 0, -1});
}

/// Repeats each head of (N, heads, rows, columns) as often as makes it `count` heads.
inline onnxc::Tensor repeatHeads(onnxc::Tensor x, onnxc::Tensor count) {
  namespace op = onnxc::opset20;
  onnxc::Tensor groups = op::Expand(op::Unsqueeze(x, {2}), {1, 1, count / x.dim(1), 1, 1});
  return op::Reshape(groups, {0, count, x.dim(2), x.dim(3)});
}

} // namespace onnx_functions
