// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// If, Loop, Scan and SequenceMap with lambdas, function objects and functions.
#include <array>
#include <onnxc/opset20.h>
#include <tuple>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::Sequence, onnxc::FLOAT, onnxc::BOOL;

struct Pair {
  Tensor a, b;
};
static Tensor one() { return 1; }

Tensor branches(FLOAT<"N"> x, FLOAT<"M"> w, BOOL<onnxc::scalar> c, Sequence s) {
  Tensor y = op::If(c, [&] { return x; }, [&] { return w; });
  y = op::If(c, one, [&] { return op::If(c, [&] { return x * 2; }, [] { return 3.0f; }); });
  y = op::If(x.rank() > 1, [&] { return op::TopK(x, {1}); }, [&] { return x; });
  auto [a, b] = op::If(c, [&] { return std::tuple{x, x}; }, [&] { return std::tuple{x, x + 1}; });
  Pair pair = op::If(c, [&] { return Pair{x, w}; }, [&] { return Pair{w, x}; });
  std::array<Tensor, 2> two = op::If(c, [&] { return std::array<Tensor, 2>{x, x}; }, [&] { return std::array<Tensor, 2>{w, w}; });
  std::vector<Tensor> many = op::If(c, [&] { return std::vector<Tensor>{x, w}; }, [&] { return std::vector<Tensor>{w, x}; });
  Sequence chosen = op::If(c, [&] { return s; }, [&] { return op::SequenceInsert(s, x); });
  return y + a + b + pair.a + two[1] + many[0] + op::SequenceAt(chosen, 0);
}

Tensor loops(FLOAT<"N"> x, Sequence s, Tensor n) {
  Tensor y = op::Loop<1, 0>(n, {}, {x}, [&](Tensor i, Tensor cond, Tensor state) { return std::tuple{cond, state + i}; });
  auto [last, all] = op::Loop<1, 1>({}, true, {x}, [](auto i, auto cond, auto state) {
    return std::tuple{cond && i < 3, state * 2, state.shape()};
  });
  auto [list, sum] = op::Loop<2, 0>(10, {}, {s, 0.0f}, [&](Tensor, Tensor cond, Sequence l, Tensor t) {
    return std::tuple{cond, op::SequenceInsert(l, t), t + 1};
  });
  Sequence only = op::Loop<1, 0>(10, {}, {s}, [&](Tensor, Tensor cond, Sequence l) { return std::tuple{cond, l}; });
  op::SequenceAt(list, 0);
  return y + last + all + sum + op::SequenceAt(only, 1);
}

Tensor scans(FLOAT<"N", 2> x, FLOAT<2> w, Sequence s) {
  auto [sum, top, all] = op::Scan<2, 1>({w * 0, w}, {x}, [&](Tensor a, Tensor b, Tensor row) {
    Tensor next = a * 0.5f + row * w;
    return std::tuple{next, op::Max({b, row}), next};
  });
  auto [total, twice] = op::Scan<1, 1>({w}, {x, x}, [](auto state, auto u, auto v) { return std::tuple{state + u, u * v}; },
                                       {.scan_input_directions = {0, 1}});
  Tensor doubled = op::Scan<0, 1>({}, {x}, [](Tensor row) { return row * 2; });
  Sequence scaled = op::SequenceMap(s, [&](Tensor r) { return r * w + 1; });
  Sequence mixed = op::SequenceMap(s, {w, scaled}, [&](Tensor r, Tensor k, Tensor t) { return r * k + t; });
  auto [p, q] = op::SequenceMap(s, [&](Tensor r) { return std::tuple{r, r.shape()}; });
  return sum + top + all + total + twice + doubled + op::SequenceAt(mixed, 0) + op::SequenceAt(p, 0) + op::SequenceAt(q, 0);
}
