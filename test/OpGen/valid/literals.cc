// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// Constants of every element type and shape.
#include <array>
#include <onnxc/opset20.h>
#include <string>
#include <vector>
using namespace onnxc;

constexpr float cube[2][1][3] = {{{1, 2, 3}}, {{-1, -2, -3}}};
constexpr std::array<std::array<int64_t, 2>, 3> table{};
constexpr float16 halves[] = {1, 2.5f, -0.0};
constexpr bool mask[] = {true, false};
constexpr const char *words[] = {"a", "b"};
template <int64_t... values> TensorLiteral pack() { return tensor<int64_t>({values...}); }

std::vector<Tensor> all(std::vector<std::vector<double>> nested, std::vector<bool> bits, std::string text) {
  return {Tensor(cube), Tensor(table), Tensor(halves), Tensor(mask), Tensor(words), Tensor(nested), Tensor(bits), Tensor(text),
          tensor(1.5f), tensor<int64_t>(3), tensor({1, 2}), tensor<int64_t>({}), tensor({{1.f, 2.f}, {3.f, 4.f}}),
          tensor<float>({{1, 2.5f}, {3, 4}}), tensor({{{{1, 2}}}}), tensor({{{{{true}}}}}), tensor<std::string>({"new", ""}),
          tensor<std::string>({{"a", "b"}, {"c", "d"}}), tensor<uint64_t>({18446744073709551615u, 7}), tensor<int4>({-8, 7}),
          tensor<bfloat16>({1, 0.5}), tensor<float8e4m3fn>({448, -1}), tensor<complex64>({{1, 2}, {3}}), tensor(cube), pack<1, 2>(),
          pack<>(), 1, -1.5, true, "text", float16(0.5), int8_t{3}};
}
