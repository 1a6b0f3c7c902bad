// Every kind of function that can be annotated.
#include <onnxc/opset20.h>
#include "ops.h"
#include <vector>
#include <tuple>
using onnxc::Tensor;
namespace op = onnxc::opset20;

namespace acme::nn {
/// Flattens.
/// Two lines.
[[onnx::trace]] Tensor flatten_to(Tensor x, int64_t rank = 2) /* before */ { // after
  if (x.rank() <= rank) return x;
  Tensor hidden = op::Relu(x), other = hidden;
  Tensor a;
  a = op::Relu(
      hidden);
  a += other;
  if (rank > 1)
    a *= 2;
  else
    a = a + 1;
  auto [y, mask] = op::Dropout(a);
  auto z = y * 2;
  return op::Reshape(z, {0, -1}); /* end */ } /* tail */

[[onnx::trace]] Tensor one(Tensor, float = 3, [[maybe_unused]] bool b = true) { return Tensor(1); } [[onnx::trace]] auto two(const Tensor &x) -> Tensor { return one(x); }
[[onnx::trace]] auto three(Tensor x) { return std::tuple<Tensor, Tensor>(x, x); }
[[onnx::script]] Tensor leaky(Tensor x, float alpha = 0.01f) { return op::Where(x < 0, alpha * x, x); }
[[onnx::script]] Tensor leaky(Tensor x, int64_t alpha) { return x * alpha; }

template <class T, int N, class... R> [[onnx::trace]] Tensor scale(Tensor x, T factor = 2, R... rest) {
  auto h = x * factor;
  h = h + N + (rest + ... + 0);
  return h;
}
template <int N> [[onnx::script]] auto plus(Tensor x) { return x + N; }

struct Linear {
  Tensor weight, bias;
  int64_t axis = 1;
  [[onnx::trace]] Tensor operator()(Tensor x) const { return op::MatMul(x, weight) + bias; }
  [[onnx::trace]] static Tensor half(Tensor x) {
    return x * 0.5f;
  }
  template <class U> struct Inner { U u; template <int K> [[onnx::trace]] Tensor run(Tensor x) const; };
};
template <class V> template <int K2> Tensor Linear::Inner<V>::run(Tensor x) const { return x * u + K2; }

struct Block {
  Linear q, k;
  [[onnx::trace]] Tensor forward(Tensor x) { Tensor y = q(x); return helper(y); }
private:
  float s = 2;
  Tensor helper(Tensor x) { return k(x) * s; }
};
[[onnx::trace]] Tensor generic(auto x, const auto &y) { return x + y; }
#if 1
[[onnx::trace]]
Tensor
branch(Tensor x,
       // the count
       int n)
{
  switch (n) {
  case 1: return op::Relu(x);
  default: x = op::Relu(x);
  }
  for (int i = 0; i < n; ++i)
    x = x + i;
  return x;
}
#else
[[onnx::trace]] Tensor branch(Tensor x, int n, int m) { return x; }
#endif
namespace {
[[onnx::trace]] Tensor internal(Tensor x) { return x; }
}
static Tensor user(Tensor x) {
  int n = 3;
  auto f = [n] [[onnx::trace]] (Tensor t) { Tensor u = t * n; return u; };
  auto g = [](auto t) { return t; };
  auto h = [] [[onnx::trace]] (auto t) { return t + 1; };
  return internal(branch(generic(plus<4>(scale<float, 3>(f(g(h(x))))), x), 1));
}
[[onnx::op("acme.vendor", "Gain", 3)]] Tensor Gain(const onnxc::Input &x, float factor = 2);
template <> [[onnx::trace]] Tensor scale<double, 9>(Tensor x, double) { return x; }
Tensor use(Tensor x) {
  Block b;
  x = Gain(x) + scale<double, 9>(x, 2.0);
  Linear::Inner<float> in{2};
  return leaky(user(b.forward(hdr::twice(hdr::addn<float, 4>(x)))), 0.5f) + Linear::half(leaky(in.run<5>(x), int64_t(2))) + scale<int, 7>(x, 3, 1, 2L);
}
}
