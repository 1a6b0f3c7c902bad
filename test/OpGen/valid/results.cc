// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// Several outputs, and results where tensors are wanted.
#include <onnxc/opset20.h>
#include <utility>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64;

std::pair<FLOAT<"K">, INT64<"K">> both(FLOAT<"N"> x) {
  auto [values, indices] = op::TopK(x, {2});
  return {values, indices};
}
Tensor first(FLOAT<"N"> x) {
  Tensor largest = op::TopK(x, {2});
  FLOAT<> typed = op::TopK(x, {1});
  auto result = op::TopK(x, {3});
  largest = 2 * result + op::TopK(x, {1}) - result.Indices;
  return largest + typed;
}
Tensor parts(Tensor x, int64_t count) {
  auto [a, b, c] = op::Split<3>(x);
  auto [d, e] = op::Split<2>(x, {1, 5}, {.axis = 0});
  std::vector<Tensor> list = op::Split(x, {}, {.axis = 0}, static_cast<size_t>(count));
  list.push_back(a);
  Tensor whole = op::Split<1>(x);
  return b + c + d + e + list[0] + whole;
}
