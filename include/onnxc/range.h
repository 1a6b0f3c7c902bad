//===- range.h - Counting loops over tensors ------------------------------===//
#ifndef ONNXC_RANGE_H
#define ONNXC_RANGE_H
#pragma GCC system_header

#include "onnxc/tensor.h"

namespace onnxc {

/// What `onnxc::range` returns: `for (Tensor i : onnxc::range(n))`. A scripted function compiles the loop; a traced one
/// runs it, and throws TraceError if the bounds are not known.
class Range {
public:
  class Iterator {
  public:
    Iterator(const Range *range, int64_t position) : range_(range), position_(position) {}
    Tensor operator*() const { return range_->at(position_); }
    Iterator &operator++() {
      ++position_;
      return *this;
    }
    bool operator!=(const Iterator &other) const { return position_ != other.position_; }
    bool operator==(const Iterator &other) const { return position_ == other.position_; }

  private:
    const Range *range_;
    int64_t position_;
  };

  Range(const Tensor &start, const Tensor &stop, const Tensor &step) : start_(start), stop_(stop), step_(step) {}

  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, count()}; }

  const Tensor &start() const { return start_; }
  const Tensor &stop() const { return stop_; }
  const Tensor &step() const { return step_; }

private:
  /// How often the loop runs, 0 if `stop` is not after `start`.
  int64_t count() const;
  Tensor at(int64_t position) const;

  Tensor start_, stop_, step_;
};

/// 0, 1, ... up to but not `stop`.
inline Range range(const Tensor &stop) { return {0, stop, 1}; }
/// start, start + step, ... up to (down to, if `step` is negative) but not `stop`.
inline Range range(const Tensor &start, const Tensor &stop, const Tensor &step = 1) { return {start, stop, step}; }

} // namespace onnxc

#endif // ONNXC_RANGE_H
