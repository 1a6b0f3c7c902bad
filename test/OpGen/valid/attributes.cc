// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// Every kind of attribute, from every C++ form that it takes.
#include <array>
#include <onnxc/ml3.h>
#include <onnxc/opset20.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
namespace op = onnxc::opset20;
namespace ml = onnxc::ml3;
using onnxc::Tensor;

enum class Axis : int64_t { rows, columns };

void ints(const Tensor &x, int small, unsigned long wide, bool flag, std::optional<int64_t> maybe) {
  op::Softmax(x, {.axis = small});
  op::Softmax(x, {.axis = static_cast<int64_t>(wide)});
  op::Softmax(x, {.axis = wide});
  op::Softmax(x, {.axis = flag});
  op::Softmax(x, {.axis = Axis::columns});
  op::Softmax(x, {.axis = maybe});
  op::Softmax(x, {.axis = std::nullopt == maybe ? 0 : *maybe});
  op::Cast(x, {.to = onnxc::DType::FLOAT16});
  op::Cast(x, {.saturate = 0, .to = maybe});
}

void floats(const Tensor &x, float single, double wide, int whole, std::optional<float> maybe) {
  op::LeakyRelu(x, {.alpha = single});
  op::LeakyRelu(x, {.alpha = wide});
  op::LeakyRelu(x, {.alpha = whole});
  op::LeakyRelu(x, {.alpha = 0.1});
  op::LeakyRelu(x, {.alpha = maybe});
}

void strings(const Tensor &x, std::string text, std::string_view view, const char *plain, std::optional<std::string> maybe) {
  op::Gelu(x, {.approximate = "tanh"});
  op::Gelu(x, {.approximate = text});
  op::Gelu(x, {.approximate = view});
  op::Gelu(x, {.approximate = plain});
  op::Gelu(x, {.approximate = maybe});
}

void lists(const Tensor &x, int64_t first, std::vector<int64_t> vector, std::vector<int> ints, std::array<int64_t, 2> array,
           std::span<const int64_t> span, std::optional<std::vector<int64_t>> maybe) {
  static constexpr int64_t table[] = {1, 0};
  op::Transpose(x, {.perm = {1, 0}});
  op::Transpose(x, {.perm = {}});
  op::Transpose(x, {.perm = {first, 0}});
  op::Transpose(x, {.perm = vector});
  op::Transpose(x, {.perm = ints});
  op::Transpose(x, {.perm = array});
  op::Transpose(x, {.perm = span});
  op::Transpose(x, {.perm = table});
  op::Transpose(x, {.perm = maybe});
}

void more(const Tensor &x, std::vector<double> doubles, std::vector<std::string> names) {
  ml::Scaler(x, {.offset = {1, 0.5}, .scale = doubles});
  ml::LabelEncoder(x, {.keys_strings = {"a", "b"}, .values_strings = names});
  op::Constant({.value = onnxc::tensor({{1.f, 2.f}, {3.f, 4.f}})});
  op::Constant({.value_ints = {1, 2}});
  op::Constant({.sparse_value = onnxc::SparseTensorLiteral{onnxc::tensor({1.f}), onnxc::tensor<int64_t>({2}), onnxc::tensor<int64_t>({9})}});
  op::ConstantOfShape(x, {.value = onnxc::tensor<int64_t>({7})});
  op::Optional({}, {.type = onnxc::type<onnxc::FLOAT<"N", 3>>()});
  op::Optional({}, {.type = onnxc::type<onnxc::SequenceOf<onnxc::INT64<>>>()});
}

// An attribute struct may outlive the expression that makes it.
Tensor kept(const Tensor &x) {
  op::Transpose_Attributes attributes{.perm = {1, 0}};
  return op::Transpose(x, attributes);
}
