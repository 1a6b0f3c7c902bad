// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// What an input takes, and the gaps of optional ones.
#include <array>
#include <onnxc/opset20.h>
#include <optional>
#include <string>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64;

void required(const Tensor &x, FLOAT<"N"> typed, std::vector<float> list, std::string text) {
  op::Relu(x);
  op::Relu(typed);
  op::Relu(x + 1);
  op::Relu(1.5f);
  op::Relu(list);
  op::Relu(onnxc::tensor({1.f}));
  op::Relu(op::Dropout(x));
  op::Relu({1, 2});
  op::Expand(x, {2, 3});
  op::StringConcat("a", text);
}

void optional(const Tensor &x, const Tensor &n, std::optional<Tensor> maybe, std::optional<INT64<"K">> axes, std::vector<int64_t> sizes) {
  op::Clip(x);
  op::Clip(x, 0);
  op::Clip(x, {}, 6);
  op::Clip(x, std::nullopt, maybe);
  op::ReduceSum(x);
  op::ReduceSum(x, {1}, {.keepdims = 0});
  op::ReduceSum(x, {}, {.keepdims = 0});
  op::ReduceSum(x, axes);
  op::Reshape(x, {0, -1});
  op::Reshape(x, {n, -1});
  op::Reshape(x, {x.dim(0), x.dim(1) * 2});
  op::Reshape(x, sizes);
  op::Resize(x, {}, {}, {1, 1, 4}, {.mode = "nearest"});
  op::Slice(x, {4}, {0}, {}, {-2});
}

void variadic(const Tensor &x, std::vector<Tensor> list, std::array<Tensor, 2> pair, std::vector<std::optional<Tensor>> gaps) {
  op::Max({x});
  op::Max({x, 3, Tensor(2.5f), op::Dropout(x)});
  op::Sum(list);
  op::Sum(pair);
  op::Concat({op::Concat(list, {.axis = 0}), op::Concat(pair, {.axis = 0})}, {.axis = 0});
  op::Einsum(gaps, {.equation = "ij->ji"});
  op::Concat(op::Split(x, {}, {.axis = 1}, 3), {.axis = 0});
  op::Concat(op::Split<3>(x), {.axis = 0});
}
