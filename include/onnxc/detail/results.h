//===- results.h - What operators with several outputs return -------------===//
#ifndef ONNXC_DETAIL_RESULTS_H
#define ONNXC_DETAIL_RESULTS_H
#pragma GCC system_header

#include "onnxc/sequence.h"

#include <utility>

namespace onnxc {
/// Base of what operators with several outputs return; it makes the operators of Tensor known for them.
struct OperatorResult {};

/// `N` tensors: `auto [a, b] = op::Split<2>(x)`. Where a Tensor is wanted it is its first.
template <size_t N> class Outputs {
public:
  operator Tensor() const
    requires(N > 0)
  {
    return values_[0];
  }
  Tensor &operator[](size_t index) { return values_[index]; }
  const Tensor &operator[](size_t index) const { return values_[index]; }
  static constexpr size_t size() { return N; }
  Tensor *data() { return values_; }
  const Tensor *data() const { return values_; }
  const Tensor *begin() const { return values_; }
  const Tensor *end() const { return values_ + N; }

private:
  Tensor values_[N ? N : 1];
};

template <size_t I, size_t N> Tensor &get(Outputs<N> &outputs) { return outputs[I]; }
template <size_t I, size_t N> const Tensor &get(const Outputs<N> &outputs) { return outputs[I]; }
template <size_t I, size_t N> Tensor &&get(Outputs<N> &&outputs) { return static_cast<Tensor &&>(outputs[I]); }

/// Tensors whose number is known when the graph is made. It converts to std::vector<Tensor> and is a variadic input.
class OutputList {
public:
  OutputList() = default;
  explicit OutputList(size_t size) : values_() {
    values_.reserve(size);
    for (size_t i = 0; i < size; ++i)
      values_.push(Tensor());
  }
  template <class Vector>
    requires requires(Vector vector, const Tensor &tensor) { vector.push_back(tensor); }
  operator Vector() const {
    return Vector(begin(), end());
  }
  Tensor &operator[](size_t index) { return values_[index]; }
  const Tensor &operator[](size_t index) const { return values_[index]; }
  size_t size() const { return values_.size(); }
  Tensor *data() { return values_.data(); }
  const Tensor *data() const { return values_.data(); }
  const Tensor *begin() const { return values_.begin(); }
  const Tensor *end() const { return values_.end(); }

private:
  detail::Buffer<Tensor> values_;
};

} // namespace onnxc

template <size_t N> struct std::tuple_size<onnxc::Outputs<N>> {
  static constexpr size_t value = N;
};
template <size_t I, size_t N> struct std::tuple_element<I, onnxc::Outputs<N>> {
  using type = onnxc::Tensor;
};

#endif // ONNXC_DETAIL_RESULTS_H
