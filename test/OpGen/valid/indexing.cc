// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// x[...], index and index_put.
#include <onnxc/opset20.h>
#include <optional>
#include <vector>
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL, onnxc::Slice, onnxc::None, onnxc::Ellipsis, onnxc::Index;
namespace op = onnxc::opset20;

Tensor all(FLOAT<"N", 3> x, INT64<"K"> rows, BOOL<"N"> mask, INT64<onnxc::scalar> i, int k, std::optional<int64_t> start) {
  Tensor y = x[0] + x[k][-1] + x[i] + x[rows] + x[mask] + x[x > 6.5f] + x[None] + x[Ellipsis] + x[op::TopK(i, {1})];
  y = x.index({0, Slice(1, None, 2), Ellipsis, None, rows}) + x.index({Slice()}) + x.index({Slice(i, i + 2), k}) + x.index({Slice(None, -1)});
  y = (x * 2 + 1)[2][1] + op::Transpose(x)[3].index({Slice(1, 3)})[-1] + x.index({Slice(start, None)});
  x = x.index_put({0}, y);
  x = x.index_put({rows, Slice(0, 2)}, 1.5f, true);
  std::vector<Index> indices = {0, Slice(), i};
  return x.index(indices) + x.index_put(indices, y);
}
